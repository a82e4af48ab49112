/** Offset of the first occurrence from `from` on; -1 when there is none. */
export const findBytes = (bytes: Uint8Array, sought: Uint8Array, from = 0): number => {
  const [first = 0] = sought;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (beginsWith(bytes, sought, at)) return at;
  }
  return -1;
};

export const beginsWith = (bytes: Uint8Array, start: Uint8Array, from = 0): boolean => {
  if (from + start.length > bytes.length) return false;
  for (let at = 0; at < start.length; at += 1) if (bytes[from + at] !== start[at]) return false;
  return true;
};
