import { connect, type Socket } from "node:net";

interface Address {
  readonly port: number;
  readonly path: string;
  readonly cookie: string;
}

/** Fields of a published event beyond the contract: its number and when it was sent. */
export const stamp = (n: number): { n: number; sent: number } => ({ n, sent: nowMs() });
const STAMP = /"n":(\d+),"sent":([\d.]+)/;
const ID = /^id: (\S+)$/m;

/** The same clock in every process of this machine, finer than a millisecond. */
const nowMs = (): number => performance.timeOrigin + performance.now();

const RETRY_MS = 200;
const BLOCK_END = Buffer.from("\n\n");
const OK = Buffer.from("HTTP/1.1 200");
const NOTHING = Buffer.alloc(0);
/** More than the head of a response, so that the start of the stream is included. */
const HEAD_BYTES = 1_500;

/** A hand-written SSE client: thousands of them must cost less than what they measure. */
export class SseWatcher {
  latenciesMs: number[] = [];
  resets = 0;
  cuts = 0;
  refused = 0;
  twice = 0;
  first = 0;
  last = 0;
  private heard = 0;
  private lastId: string | undefined;
  private rest = NOTHING;
  private socket: Socket | undefined;
  private isClosed = false;
  private readonly address: Address;

  constructor(address: Address) {
    this.address = address;
  }

  /** Resolves when the first event has arrived. */
  connect(): Promise<void> {
    const { port, path, cookie } = this.address;
    const resume = this.lastId === undefined ? "" : `last-event-id: ${this.lastId}\r\n`;
    const { promise, resolve } = Promise.withResolvers<void>();
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket = socket;
    this.rest = NOTHING;
    let isHead = true;
    socket.on("data", (bytes: Buffer) => {
      if (socket !== this.socket) return;
      // Asked to retry later, as when the server has not yet noticed that the previous connection was cut.
      if (isHead && !bytes.subarray(0, OK.length).equals(OK)) {
        this.refused += 1;
        socket.destroy();
        return;
      }
      isHead = false;
      this.hear(bytes);
      resolve();
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      if (socket !== this.socket || this.isClosed) return;
      setTimeout(() => this.connect().then(resolve), RETRY_MS * Math.random());
    });
    socket.write(
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\ncookie: __Host-sid=${cookie}\r\n${resume}\r\n`,
    );
    return promise;
  }

  cut(): void {
    this.cuts += 1;
    this.socket?.destroy();
  }

  close(): void {
    this.isClosed = true;
    this.socket?.destroy();
  }

  clear(): void {
    this.latenciesMs = [];
    Object.assign(this, { resets: 0, cuts: 0, refused: 0, twice: 0, first: 0, last: 0, heard: 0 });
  }

  missed(): number {
    return this.heard === 0 ? 1 : this.last - this.first + 1 - this.heard;
  }

  private hear(bytes: Buffer): void {
    const atMs = nowMs();
    const all = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    let start = 0;
    for (let end = all.indexOf(BLOCK_END); end >= 0; end = all.indexOf(BLOCK_END, start)) {
      this.take(all.toString("latin1", start, Math.min(end, start + HEAD_BYTES)), atMs);
      start = end + BLOCK_END.length;
    }
    this.rest = start === all.length ? NOTHING : Buffer.from(all.subarray(start));
  }

  /** Parses only the beginning of an event, which contains the id and the stamp. */
  private take(block: string, atMs: number): void {
    this.lastId = ID.exec(block)?.[1] ?? this.lastId;
    const found = STAMP.exec(block);
    if (!found) {
      if (block.includes('"kind":"reset"')) this.resets += 1;
      return;
    }
    const n = Number(found[1]);
    if (n <= this.last) {
      this.twice += 1;
      return;
    }
    this.latenciesMs.push(atMs - Number(found[2]));
    if (this.first === 0) this.first = n;
    this.last = n;
    this.heard += 1;
  }
}
