import type { FormName } from './closed-forms.ts';
import type { InequalityName } from './inequalities.ts';
import type { Law } from './laws.ts';

/** The documents whose items are listed, in the order of the page. */
export const SOURCES = {
  talk: {
    title: 'The talk',
    cites: 'Karampatziakis & Langford, Online importance weight aware updates, talk of 17 July 2011',
    text:
      'Slides are counted by the headings of the text at hand, in which every step of a slide that builds up has a heading of its own. ' +
      'The text has no figures.',
  },
  implicit: {
    title: 'The implicit interpretation',
    cites: 'Chen & Orabona, Implicit interpretation of importance weight aware updates, 2023',
    text: 'The text at hand has the captions of the two figures and not their curves. It prints no table.',
  },
  reductions: {
    title: 'Reductions and ranking',
    cites: 'Mineiro, More importance-aware updates, machinedlearnings.com, 13 July 2011',
    text: 'The post has no figures, tables or theorems. Its equations and procedures have no numbers.',
  },
  overview: {
    title: 'The overview of Vowpal Wabbit',
    cites: 'Chikkerur, Vowpal Wabbit update rules overview, 16 December 2015',
    text: 'The text at hand has headings for some slides only: places are named by them. The text has no figures.',
  },
} as const;

/** The name of a document here. */
export type SourceName = keyof typeof SOURCES;

/** What an item is in its document. */
export type ItemKind =
  'formula' | 'closed form' | 'table' | 'figure' | 'theorem' | 'lemma' | 'algorithm' | 'claim' | 'definition';

/** Something that a document prints: listed once, and answered once. */
export interface Item {
  /** The key of its entry: the document, and a name in it. */
  readonly id: `${SourceName}/${string}`;
  /** Where it stands in the document. */
  readonly place: string;
  readonly kind: ItemKind;
  /** What it prints, in our words. */
  readonly prints: string;
}

/** A claim of a stored report: its folder, the beginning of its words (of one claim only), and a word that tells it from others here. */
export type ClaimReference = readonly [folder: string, begins: string, short?: string];

/** What this project has on an item. */
export interface Entry {
  /** One sentence of ours. Without claims, laws and comparison it says why nothing is reproduced. */
  readonly says: string;
  /** The claims that decide the verdict. */
  readonly claims?: readonly ClaimReference[];
  /** Two claims whose first numbers are told beside each other, and decide nothing. */
  readonly beside?: readonly [own: ClaimReference, other: ClaimReference];
  /** The comparison of closed forms that decides the verdict. */
  readonly form?: FormName;
  /** The inequality that is computed on a grid, and decides the verdict. */
  readonly inequality?: InequalityName;
  /** The laws that hold our code to what is printed. */
  readonly laws?: readonly Law[];
  /** The mistakes in what is printed, as docs/ERRATA.md counts them. Where neither claim nor comparison decides, the item does not hold. */
  readonly errata?: readonly string[];
  /** Other pages, from the folder docs: their names and paths. */
  readonly see?: readonly (readonly [name: string, path: string])[];
}

/** The entries of a document, by the rest of the items' ids. */
export type Entries = Readonly<Record<string, Entry>>;
