import type { Writable } from "node:stream";

export interface ConnectionOwner {
  readonly userId: string;
  readonly sessionId: string;
  /** Hash of the session token in hex: a Buffer would take five times the memory. */
  readonly tokenKey: string;
}

/** Back-pressure: above this many unread bytes the SSE connection is closed to save memory, and the browser resumes. */
const MAX_WAITING_BYTES = 256 * 1024;

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
    // Destroy the socket: a client that never closes its side would keep ours open.
    if (this.isOpen) this.stream.end(lastWords, () => this.stream.destroy());
  }

  onClose(act: () => void): void {
    this.stream.once("close", act);
    this.stream.on("error", hangUp);
  }
}

/** Ignores errors of a client that disconnects during a write; the close event follows. Shared by all connections. */
function hangUp(this: Writable): void {
  this.destroy();
}
