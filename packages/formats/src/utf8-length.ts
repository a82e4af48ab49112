const utf8 = new TextEncoder();

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
};

/** Bytes of a text in UTF-8. Most texts need no encoding to be measured; plans ask for millions. */
export const utf8Length = (text: string): number => (isAscii(text) ? text.length : utf8.encode(text).length);
