/** Options that a first run does without, by the headings under which help lists them; a command has those that it knows. */
export const helpSections = {
  'How labels are bought': ['for', 'floor', 'explore', 'temper', 'warm-up', 'stop', 'stop-confidence', 'oracle', 'record'],
  'How it learns': ['loss', 'update', 'optimizer', 'average', 'scale', 'constant', 'order'],
} as const;
