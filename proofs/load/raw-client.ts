import { connect, type Socket } from "node:net";

const END_OF_HEAD = Buffer.from("\r\n\r\n");

/**
 * One keep-alive connection that sends the next request after each reply, until it is paused. Parses just enough HTTP to
 * find the end of a reply.
 */
export class RawClient {
  answered = 0;
  failed = 0;
  private readonly socket: Socket;
  private readonly nextRequest: () => string;
  private pending: Buffer = Buffer.alloc(0);
  private isStopped = false;
  private isPaused = false;
  private onDrained: (() => void) | undefined;

  constructor(port: number, nextRequest: () => string) {
    this.nextRequest = nextRequest;
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("connect", () => this.ask());
    this.socket.on("data", (chunk) => this.read(chunk));
    this.socket.on("error", () => this.end());
    this.socket.on("close", () => this.end());
  }

  stop(): void {
    this.isStopped = true;
    this.socket.destroy();
  }

  /** Whether the connection can be used again: a server may close it while it is paused. */
  get isOpen(): boolean {
    return !this.isStopped;
  }

  /** Sends no further request and waits for the reply that is under way. */
  pause(): Promise<void> {
    this.isPaused = true;
    if (this.isStopped) return Promise.resolve();
    return new Promise((resolve) => {
      this.onDrained = resolve;
    });
  }

  resume(): void {
    this.isPaused = false;
    this.onDrained = undefined;
    this.ask();
  }

  private end(): void {
    const isIdle = this.isPaused && this.onDrained === undefined;
    if (!this.isStopped && !isIdle) this.failed += 1;
    this.isStopped = true;
    this.drained();
  }

  private drained(): void {
    this.onDrained?.();
    this.onDrained = undefined;
  }

  private ask(): void {
    this.socket.write(this.nextRequest());
  }

  private read(chunk: Buffer): void {
    this.pending = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    const headEnd = this.pending.indexOf(END_OF_HEAD);
    if (headEnd < 0) return;
    const head = this.pending.toString("latin1", 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (this.pending.length < headEnd + END_OF_HEAD.length + length) return;
    this.pending = Buffer.alloc(0);
    if (head.startsWith("HTTP/1.1 200")) this.answered += 1;
    else this.failed += 1;
    if (this.isPaused) this.drained();
    else if (!this.isStopped) this.ask();
  }
}
