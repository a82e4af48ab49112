const FOOTER_BYTES = 16;

/** The same manifest with one more base path for its files. */
export const elsewhere = (manifest: Uint8Array, path: string): Uint8Array => {
  const view = new DataView(manifest.buffer, manifest.byteOffset, manifest.byteLength);
  const begin = Number(view.getBigUint64(manifest.length - FOOTER_BYTES, true));
  const length = view.getUint32(begin, true);
  const name = new TextEncoder().encode(path);
  const more = Uint8Array.from([0x92, 0x01, name.length + 4, 0x08, 1, 0x22, name.length, ...name]);
  const made = Buffer.concat([
    manifest.subarray(0, begin + 4 + length),
    more,
    manifest.subarray(manifest.length - FOOTER_BYTES),
  ]);
  made.writeUInt32LE(length + more.length, begin);
  return made;
};
