import { write, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const PIECE_BYTES = 64 * 1024;
const MAX_WAITING_PIECES = 64;
const FLUSH_AFTER_MS = 100;
const BUSY_PAUSE_MS = 10;
/** A UTF-16 code unit takes at most three bytes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Buffers log lines into large pieces and writes those asynchronously: a write per line costs more than the request it is
 * about. When the reader is too slow, lines are dropped and counted, because memory is bounded and requests must not wait
 * for their log.
 */
export class LineWriter {
  private readonly fd: number;
  private piece = Buffer.allocUnsafe(PIECE_BYTES);
  private used = 0;
  private readonly waiting: Buffer[] = [];
  private writing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private dropped = 0;

  constructor(fd: number) {
    this.fd = fd;
    process.once("exit", () => this.writeRest());
  }

  write(line: string): void {
    const mostBytes = line.length * MAX_BYTES_PER_UNIT;
    if (this.used + mostBytes > this.piece.length) this.turnPiece(mostBytes);
    if (this.waiting.length > MAX_WAITING_PIECES) {
      this.dropped += 1;
      return;
    }
    this.used += this.piece.write(line, this.used);
    this.timer ??= setTimeout(() => this.turnPiece(), FLUSH_AFTER_MS).unref();
  }

  /** Resolves when everything written so far is flushed. */
  async flush(): Promise<void> {
    this.turnPiece();
    await this.writing;
  }

  private turnPiece(nextBytes = PIECE_BYTES): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.used > 0) {
      this.waiting.push(this.piece.subarray(0, this.used));
      this.piece = Buffer.allocUnsafe(Math.max(PIECE_BYTES, nextBytes));
      this.used = 0;
      this.writing ??= this.writeWaiting();
    }
  }

  private async writeWaiting(): Promise<void> {
    for (let piece = this.waiting.shift(); piece; piece = this.waiting.shift()) {
      let rest = piece;
      while (rest.length > 0) rest = rest.subarray(await this.writeSome(rest));
      this.reportDropped();
    }
    this.writing = undefined;
  }

  private async writeSome(bytes: Buffer): Promise<number> {
    const outcome = await new Promise<number | NodeJS.ErrnoException>((resolve) => {
      write(this.fd, bytes, (error, written) => resolve(error ?? written));
    });
    if (typeof outcome === "number") return outcome;
    if (outcome.code === "EAGAIN") await sleep(BUSY_PAUSE_MS);
    // The reading end of the pipe is closed, so the bytes are discarded.
    return outcome.code === "EAGAIN" ? 0 : bytes.length;
  }

  private reportDropped(): void {
    if (this.dropped === 0 || this.waiting.length >= MAX_WAITING_PIECES) return;
    const lines = this.dropped;
    this.dropped = 0;
    this.write(
      `{"level":"warn","time":"${new Date().toISOString()}","msg":"log lines were dropped","lines":${lines}}\n`,
    );
  }

  private writeRest(): void {
    const rest = [...this.waiting.splice(0), this.piece.subarray(0, this.used)];
    this.used = 0;
    try {
      for (const piece of rest) writeSync(this.fd, piece);
    } catch {
      // The process is ending, and its log reader may already have ended.
    }
  }
}
