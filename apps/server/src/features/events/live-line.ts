import type { ServerResponse } from "node:http";

export interface LineOwner {
  readonly userId: string;
  readonly sessionId: string;
  readonly tokenHash: Buffer;
  /** The same in hex. */
  readonly tokenKey: string;
}

/** What waits for a client that does not read is our memory: past this the line is cut, and the browser resumes. */
const MAX_WAITING_BYTES = 256 * 1024;

/** One open answer to one browser. */
export class LiveLine {
  readonly owner: LineOwner;
  readonly topics: readonly string[];
  lastWriteMs = 0;
  private readonly response: ServerResponse;

  constructor(response: ServerResponse, owner: LineOwner, topics: readonly string[]) {
    this.response = response;
    this.owner = owner;
    this.topics = topics;
  }

  get isOpen(): boolean {
    return !(this.response.destroyed || this.response.writableEnded);
  }

  write(bytes: Buffer, nowMs: number): void {
    if (!this.isOpen) return;
    if (this.response.writableLength > MAX_WAITING_BYTES) this.response.destroy();
    else {
      this.response.write(bytes);
      this.lastWriteMs = nowMs;
    }
  }

  end(lastWords: Buffer): void {
    if (this.isOpen) this.response.end(lastWords);
  }

  onClose(act: () => void): void {
    this.response.once("close", act);
    // A client that goes in the middle of a write: the close that follows says all there is to say.
    this.response.on("error", () => this.response.destroy());
  }
}
