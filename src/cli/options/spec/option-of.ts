/**
 * The option of a parameter, without its dashes: what the command line reads, and what its pages print.
 *
 * @example
 * ['eta0', 'warmUp', 'tau'].map(optionOf) // => ['eta', 'warm-up', 'tau']
 */
export function optionOf(parameter: string): string {
  return parameter === 'eta0' ? 'eta' : parameter.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}
