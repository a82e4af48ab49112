import type { Duplex } from "node:stream";
import { deserialize, serialize } from "node:v8";

const HEAD_BYTES = 4;

/** Writes a message with its length before it; false when the other side reads too slowly. */
export const writeFrame = (channel: Duplex, message: unknown): boolean => {
  const body = serialize(message);
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head.writeUInt32LE(body.length);
  channel.cork();
  channel.write(head);
  const isFlowing = channel.write(body);
  channel.uncork();
  return isFlowing;
};

interface FrameListener {
  readonly onMessage: (message: unknown) => void;
  readonly onError: (error: Error) => void;
}

/** Calls back with each message, and with an error for one that is larger than allowed or is none. */
export const readFrames = (channel: Duplex, maxBytes: number, { onMessage, onError }: FrameListener): void => {
  const frames = new FrameBuffer(maxBytes);
  channel.on("data", (chunk: Buffer) => {
    try {
      frames.add(chunk);
      for (let body = frames.take(); body; body = frames.take()) onMessage(deserialize(body));
    } catch (error) {
      channel.destroy();
      onError(error as Error);
    }
  });
};

class FrameBuffer {
  private readonly maxBytes: number;
  private chunks: Buffer[] = [];
  private heldBytes = 0;
  private wantedBytes: number | undefined;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.heldBytes += chunk.length;
  }

  /** The next whole message, if it has arrived. */
  take(): Buffer | undefined {
    this.wantedBytes ??= this.cut(HEAD_BYTES)?.readUInt32LE();
    if (this.wantedBytes === undefined) return undefined;
    if (this.wantedBytes > this.maxBytes) throw new Error(`a message of ${this.wantedBytes} bytes is too large`);
    const body = this.cut(this.wantedBytes);
    if (body) this.wantedBytes = undefined;
    return body;
  }

  private cut(bytes: number): Buffer | undefined {
    if (this.heldBytes < bytes) return undefined;
    const all = this.chunks.length === 1 && this.chunks[0] ? this.chunks[0] : Buffer.concat(this.chunks);
    const rest = all.subarray(bytes);
    this.chunks = rest.length > 0 ? [rest] : [];
    this.heldBytes = rest.length;
    return all.subarray(0, bytes);
  }
}
