const encodeExtended = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** RFC 6266: an ASCII name for old clients, the real one for all others. */
export const contentDisposition = (how: "attachment" | "inline", name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  return `${how}; filename="${plain}"; filename*=UTF-8''${encodeExtended(name.toWellFormed())}`;
};
