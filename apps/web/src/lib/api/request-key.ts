/** Version and variant bits of a random UUID (version 4). */
const VERSION_BITS = 0x40;
const VARIANT_BITS = 0x80;

/**
 * An idempotency key: created when a dialog opens and kept until there is a response, so that a repeated request has no
 * effect. `crypto.randomUUID` is unavailable on pages served over plain HTTP.
 */
export const newRequestKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | VERSION_BITS;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | VARIANT_BITS;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
};
