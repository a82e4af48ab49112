/** Consumers may read the two previous frames; the fourth buffer is being filled. */
const KEPT_FRAMES = 4;

/** Splits a byte stream into frames and reuses the same buffers. A partial frame at the end is dropped. */
export async function* readFrames(stream: AsyncIterable<Buffer>, frameBytes: number): AsyncGenerator<Uint8Array> {
  const room = new Uint8Array(frameBytes * KEPT_FRAMES);
  let frame = 0;
  let filled = 0;
  for await (const chunk of stream) {
    let from = 0;
    while (from < chunk.length) {
      const taken = Math.min(chunk.length - from, frameBytes - filled);
      const start = frame * frameBytes;
      room.set(chunk.subarray(from, from + taken), start + filled);
      from += taken;
      filled += taken;
      if (filled < frameBytes) break;
      yield room.subarray(start, start + frameBytes);
      frame = (frame + 1) % KEPT_FRAMES;
      filled = 0;
    }
  }
}
