import type { Writable } from "node:stream";

export interface ConnectionOwner {
  readonly userId: string;
  readonly sessionId: string;
  /** The hash of the session's token in hex: as bytes it would weigh five times as much. */
  readonly tokenKey: string;
}

/** What waits for a client that does not read is our memory: past this the line is cut, and the browser resumes. */
const MAX_WAITING_BYTES = 256 * 1024;

/** One open SSE connection of one browser. */
export class SseConnection {
  readonly owner: ConnectionOwner;
  readonly topics: readonly string[];
  lastWriteMs = 0;
  private readonly stream: Writable;

  constructor(stream: Writable, owner: ConnectionOwner, topics: readonly string[]) {
    this.stream = stream;
    this.owner = owner;
    this.topics = topics;
  }

  get isOpen(): boolean {
    return !(this.stream.destroyed || this.stream.writableEnded);
  }

  write(bytes: Buffer, nowMs: number): void {
    if (!this.isOpen) return;
    if (this.stream.writableLength > MAX_WAITING_BYTES) this.stream.destroy();
    else {
      this.stream.write(bytes);
      this.lastWriteMs = nowMs;
    }
  }

  end(lastWords: Buffer): void {
    // A client that never closes its side would otherwise keep ours.
    if (this.isOpen) this.stream.end(lastWords, () => this.stream.destroy());
  }

  onClose(act: () => void): void {
    this.stream.once("close", act);
    this.stream.on("error", hangUp);
  }
}

/** A client that goes in the middle of a write: the close that follows says all there is to say. One for all lines. */
function hangUp(this: Writable): void {
  this.destroy();
}
