import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";

const HELD_BYTES = 1024 ** 2;
const READ_BYTES = 1024 ** 2;

/** A temporary file whose end can be dropped again. Small pieces are gathered before they are written. */
export class Spool {
  private readonly file: FileHandle;
  private held: Uint8Array[] = [];
  private heldBytes = 0;
  private storedBytes = 0;

  private constructor(file: FileHandle) {
    this.file = file;
  }

  static async open(folder: string): Promise<Spool> {
    return new Spool(await open(join(folder, "body"), "w+"));
  }

  get bytes(): number {
    return this.storedBytes + this.heldBytes;
  }

  async write(piece: Uint8Array): Promise<void> {
    if (piece.length === 0) return;
    this.held.push(piece);
    this.heldBytes += piece.length;
    if (this.heldBytes >= HELD_BYTES) await this.store();
  }

  /** Forgets everything after this many bytes. */
  async dropAfter(bytes: number): Promise<void> {
    if (bytes >= this.bytes) return;
    await this.store();
    await this.file.truncate(bytes);
    this.storedBytes = bytes;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    await this.store();
    for (let at = 0; at < this.storedBytes; ) {
      const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, at);
      if (bytesRead === 0) throw new Error("a spooled file is shorter than was written");
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  private async store(): Promise<void> {
    for (const piece of this.held.length > 8 ? [Buffer.concat(this.held)] : this.held) {
      let written = 0;
      while (written < piece.length) {
        const { bytesWritten } = await this.file.write(piece, written, piece.length - written, this.storedBytes);
        written += bytesWritten;
        this.storedBytes += bytesWritten;
      }
    }
    this.held = [];
    this.heldBytes = 0;
  }
}
