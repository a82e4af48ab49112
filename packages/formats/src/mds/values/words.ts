/** 32-bit words as MDS writes them. */
export const words = (values: readonly number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  for (const [place, value] of values.entries()) view.setUint32(place * 4, value, true);
  return new Uint8Array(view.buffer);
};
