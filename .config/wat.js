/**
 * WebAssembly in its text format, for rolldown and vitest: a .wat file is imported as its bytes in base 64.
 *
 * Nobody needs a compiler but who builds: wabt, which names the line of a mistake.
 */
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import wabt from 'wabt';

/** Beyond WebAssembly's first version: memory that threads share, and two numbers at a time. */
const FEATURES = { threads: true, simd: true };

export function wat() {
  return {
    name: 'wat',
    async load(id) {
      if (!id.endsWith('.wat')) return null;
      const module = (await wabt()).parseWat(id, expanded(readFileSync(id, 'utf8')), FEATURES);
      try {
        module.resolveNames();
        module.validate(FEATURES);
        const { buffer } = module.toBinary({ write_debug_names: true });
        return { code: `export default '${Buffer.from(buffer).toString('base64')}';`, moduleType: 'js' };
      } finally {
        module.destroy();
      }
    },
  };
}

/** Instructions whose operands may be names of locals; of those of the second list the first name is no operand. */
const TAKES_OPERANDS = /^([ifv]\d+(x\d+)?\..*|memory\..*|select|return|if|then|else)$/;
const TAKES_A_NAME = ['call', 'local.set', 'local.tee', 'global.set', 'br_if'];

/**
 * The text with its templates filled in, every token on its own line. Our .wat files say two things shorter than the standard does:
 *
 *   (define (name $a $b) forms)   (name x y), further below, stands for these forms with x in place of $a and y of $b; arguments behind
 *                                 those that have a name stand in place of `...`
 *   $x                            as an operand: (local.get $x)
 */
export function expanded(text) {
  const tokens = text.matchAll(/;;.*|"(?:[^"\\]|\\.)*"|[()]|[^\s()";]+|\n/g);
  const templates = new Map();
  let line = 1;
  const forms = formsOf(tokens).flatMap((form) => filledIn(form, new Map()));
  line = 1;
  return forms.map(written).join(' ');

  /** What stands before the next `)`: atoms with their lines, and lists. */
  function formsOf(tokens) {
    const forms = [];
    for (let { value, done } = tokens.next(); !done && value[0] !== ')'; { value, done } = tokens.next()) {
      const [atom] = value;
      if (atom === '\n') line++;
      else if (atom === '(') forms.push(formsOf(tokens));
      else if (!atom.startsWith(';;')) forms.push({ atom, line });
    }
    return forms;
  }

  /** The forms that stand in the place of one. given: forms for names. */
  function filledIn(form, given) {
    if (!Array.isArray(form)) return given.get(form.atom) ?? [{ ...form, atom: withNumbers(form.atom, given) }];
    const [{ atom: head } = {}, ...rest] = form;
    if (head === 'define') {
      const [[{ atom: name }, ...names], ...body] = rest;
      templates.set(name, { names: names.map(({ atom }) => atom), body });
      return [];
    }
    const template = templates.get(head);
    if (template === undefined) return [withOperands(form.flatMap((each) => filledIn(each, given)))];
    const { names, body } = template;
    const values = rest.map((each) => filledIn(each, given));
    const fixed = names.filter((name) => name !== '...').length;
    if (names.includes('...') ? values.length < fixed : values.length !== fixed)
      throw new SyntaxError(`(${head}) takes ${fixed} arguments: ${names.join(' ')}; found ${values.length}`);
    const own = new Map(names.map((name, k) => [name, name === '...' ? values.slice(k).flat() : values[k]]));
    return body.flatMap((each) => filledIn(each, own));
  }

  /** Offsets and the like: offset=$at. */
  function withNumbers(atom, given) {
    return atom.replace(/(?<==)\$.*/, (name) => given.get(name)?.[0].atom ?? name);
  }

  function withOperands(list) {
    const { atom: head = '' } = list[0] ?? {};
    const first = TAKES_A_NAME.includes(head) ? 2 : TAKES_OPERANDS.test(head) ? 1 : list.length;
    const isName = (form, k) => k >= first && form.atom?.startsWith('$');
    return list.map((form, k) => (isName(form, k) ? [{ atom: 'local.get' }, form] : form));
  }

  function written(form) {
    if (Array.isArray(form)) return `(${form.map(written).join(' ')})`;
    const missing = Math.max(0, (form.line ?? 0) - line);
    line += missing;
    return '\n'.repeat(missing) + form.atom;
  }
}
