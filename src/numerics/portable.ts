import * as ports from './exp-log.ts';

type Function = (x: number) => number;

/** e^x (exp-log.ts), by the engine's own function where it gives the same bits. */
export const exp = chosen(Math.exp, ports.exp);

/** e^x - 1 (exp-log.ts), chosen likewise. */
export const expm1 = chosen(Math.expm1, ports.expm1);

/** ln x (exp-log.ts), chosen likewise. */
export const log = chosen(Math.log, ports.log);

/** ln(1 + x) (exp-log.ts), chosen likewise. */
export const log1p = chosen(Math.log1p, ports.log1p);

/**
 * The engine's function where it has the bits of the port at 200 numbers of both signs from 5e-6 to 700, else the port. Results then
 * depend on no engine, and cost nothing on those that have these bits (Node 20, 22 and 24): their own functions take 5 to 7 ns, the
 * ports 10 to 30, and the same in WebAssembly 12 to 23. Another algorithm rounds otherwise at one number in twenty or more, and none gets past 400 unseen.
 *
 * @example
 * chosen(Math.sqrt, (x) => Math.sqrt(x) + 1)(4) // => 3
 */
export function chosen(engine: Function, port: Function): Function {
  let x = 700;
  for (let n = 0; n < 200; n++, x *= 0.91) if (!Object.is(engine(x), port(x)) || !Object.is(engine(-x), port(-x))) return port;
  return engine;
}
