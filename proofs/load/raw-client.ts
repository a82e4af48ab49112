import { connect, type Socket } from "node:net";

const END_OF_HEAD = Buffer.from("\r\n\r\n");

/**
 * One keep-alive connection that sends the next request after each reply. Parses just enough HTTP to find the end of a
 * reply.
 */
export class RawClient {
  answered = 0;
  failed = 0;
  private readonly socket: Socket;
  private readonly nextRequest: () => string;
  private pending: Buffer = Buffer.alloc(0);
  private isStopped = false;

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

  private end(): void {
    if (!this.isStopped) this.failed += 1;
    this.isStopped = true;
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
    if (!this.isStopped) this.ask();
  }
}
