/**
 * Columns as the database packs them: consecutive big-endian values, so that a million rows arrive as a few buffers and not
 * as a million objects.
 */
const joinBytes = (pages: readonly Buffer[]): Buffer => {
  const bytes = Buffer.from(new ArrayBuffer(pages.reduce((sum, page) => sum + page.length, 0)));
  let at = 0;
  for (const page of pages) at += page.copy(bytes, at);
  return bytes;
};

export const fromBytes = (pages: readonly Buffer[]): Uint8Array => new Uint8Array(joinBytes(pages).buffer);

export const fromShorts = (pages: readonly Buffer[]): Int32Array =>
  new Int32Array(new Int16Array(joinBytes(pages).swap16().buffer));

export const fromInts = (pages: readonly Buffer[]): Int32Array => new Int32Array(joinBytes(pages).swap32().buffer);

export const fromDoubles = (pages: readonly Buffer[]): Float64Array =>
  new Float64Array(joinBytes(pages).swap64().buffer);
