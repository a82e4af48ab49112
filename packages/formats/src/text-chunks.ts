const CHUNK_LENGTH = 65_536;

/** UTF-8 of many small texts in chunks of a useful size, holding one chunk in memory. */
export async function* chunkTexts(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let held = "";
  for await (const text of texts) {
    held += text;
    if (held.length < CHUNK_LENGTH) continue;
    yield encoder.encode(held);
    held = "";
  }
  if (held !== "") yield encoder.encode(held);
}
