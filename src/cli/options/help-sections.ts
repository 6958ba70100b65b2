/** Options that a first run does without, by the headings under which help lists them; a command has those that it knows. */
export const helpSections = {
  'How labels are bought': ['for', 'floor', 'explore', 'temper', 'warm-up', 'stop', 'stop-confidence', 'oracle', 'record'],
  'How it learns': ['loss', 'update', 'optimizer', 'average', 'scale', 'constant', 'order'],
} as const;

/** Those of a command, behind them the parameters of the parts that it names and the options that say how files are read. */
export function sectionsWith(parameters: object, reading: object): Readonly<Record<string, readonly string[]>> {
  return { ...helpSections, 'Parameters of the chosen names': Object.keys(parameters), 'Reading files': Object.keys(reading) };
}
