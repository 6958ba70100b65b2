/** WebAssembly in its text format; the build makes bytes of it (.config/wat.js), written in base 64. */
declare module '*.wat' {
  const bytes: string;
  export default bytes;
}
