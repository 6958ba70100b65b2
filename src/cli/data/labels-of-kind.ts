import { LEGAL_LABELS, type LabelKind } from '../../losses/loss.ts';

/**
 * Labels that come one at a time, as losses of this kind name them: what `classesOfKind` makes of all of them.
 *
 * A file names its two classes in one way, -1 and +1 or 0 and 1: the first label other than 1 says which, for 1 is 1 in both.
 */
export class LabelsOfKind {
  readonly #kind: LabelKind;
  /** How the class of 1 is opposed: by -1, or by what else the kind takes. */
  #opposite: 'minus one' | 'other' | undefined;
  #row = 0;
  /** The first row that said -1. */
  #minusOneAt: number | undefined;

  constructor(kind: LabelKind) {
    this.#kind = kind;
  }

  /** The label that is meant; undefined where it is none, alone or beside those before. */
  read(written: number): number | undefined {
    const kind = this.#kind;
    const row = this.#row++;
    if ((kind !== 'unit' && kind !== 'sign') || written === 1) return LEGAL_LABELS[kind].includes(written) ? written : undefined;
    const opposite = written === -1 ? 'minus one' : 'other';
    if (written === -1) this.#minusOneAt ??= row;
    this.#opposite ??= opposite;
    if (opposite !== this.#opposite) return undefined;
    if (kind === 'unit') return written === -1 ? 0 : LEGAL_LABELS.unit.includes(written) ? written : undefined;
    return written === -1 || written === 0 ? -1 : undefined;
  }

  /** What is wrong where `read` has just refused this label: the label, and its row from 1. */
  faultOf(written: number): { readonly label: number; readonly row: number } {
    const isMixed = this.#kind === 'unit' && this.#minusOneAt !== undefined;
    return isMixed ? { label: -1, row: this.#minusOneAt! + 1 } : { label: written, row: this.#row };
  }
}
