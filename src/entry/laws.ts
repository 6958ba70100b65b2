/** `iwal/laws`: the laws of the built-in parts, run over parts of one's own. */
export { brokenLaw, type LawfulParts, type LawOptions } from '../laws/broken-law.ts';
