/** The encodings that a mark at the beginning of a file names, by their marks. */
const UTF16 = { 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const;

/** Makes text of bytes. */
export type Decoder = InstanceType<typeof TextDecoder>;

/** What reads text that begins so; undefined where it is no UTF-16 with a byte order mark. */
export function utf16In(first: Uint8Array): Decoder | undefined {
  const found = Object.entries(UTF16).find(([, mark]) => mark.every((byte, k) => first[k] === byte));
  return found && new TextDecoder(found[0]);
}
