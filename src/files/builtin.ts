/**
 * A module of Node, which is looked up, not imported: so that what stands on files can be bundled for a browser, where `process` may bring
 * modules of its own (cli/browser/host.ts). Where there is no such module each of its functions says so when it is called.
 *
 * @example
 * builtin('node:path').basename('a/b.csv') // => 'b.csv'
 */
export const builtin: NodeJS.Process['getBuiltinModule'] = (name: string) =>
  (typeof process === 'undefined' ? undefined : process.getBuiltinModule(name)) ?? missing(name);

function missing(name: string): object {
  const say = (_: object, member: string | symbol) => (): never => {
    throw new Error(`${String(member)} of ${name} is called, and there is no such module here`);
  };
  return new Proxy({}, { get: say });
}
