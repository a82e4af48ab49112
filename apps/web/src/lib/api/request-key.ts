/** Bits that mark a UUID of version 4, random, of the usual variant. */
const VERSION_BITS = 0x40;
const VARIANT_BITS = 0x80;

/**
 * The key of one request: made when a dialog opens and kept until it is answered, so that a repetition does nothing.
 * `crypto.randomUUID` is missing on pages that came over plain HTTP.
 */
export const newRequestKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | VERSION_BITS;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | VARIANT_BITS;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
};
