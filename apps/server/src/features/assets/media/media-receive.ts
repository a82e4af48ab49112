import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { DomainError } from "../../../errors.ts";
import { SNIFF_BYTES, sniffMedia } from "./media-sniff.ts";
import type { MediaType } from "./media-sniff-containers.ts";

export interface ReceivedFile {
  readonly sizeBytes: number;
  readonly sha256: Buffer;
  readonly type: MediaType | undefined;
}

export interface Receiving {
  readonly path: string;
  /** Reading stops soon after this many bytes; the reported size is then larger. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** Counts, hashes and sniffs the stream in one pass, and writes a copy to disk only if it can be inspected. */
export const receiveFile = async (stream: Readable, { path, maxBytes, signal }: Receiving): Promise<ReceivedFile> => {
  const hash = createHash("sha256");
  const copy = new WantedCopy(path);
  let sizeBytes = 0;
  try {
    for await (const chunk of chunksOf(stream, signal)) {
      sizeBytes += chunk.length;
      hash.update(chunk);
      await copy.take(chunk);
      if (sizeBytes > maxBytes) break;
    }
    return { sizeBytes, sha256: hash.digest(), type: await copy.finish() };
  } finally {
    await copy.close();
    stream.destroy();
  }
};

/** Sniffs the type from the first bytes; the rest is not downloaded. */
export const peekType = async (stream: Readable, signal?: AbortSignal): Promise<MediaType | undefined> => {
  let head: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of chunksOf(stream, signal)) {
      head = Buffer.concat([head, chunk]);
      if (head.length >= SNIFF_BYTES) break;
    }
    return sniffMedia(head.subarray(0, SNIFF_BYTES));
  } finally {
    stream.destroy();
  }
};

async function* chunksOf(stream: Readable, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) {
      signal?.throwIfAborted();
      yield chunk as Buffer;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw new DomainError("upstream_failed", "the object storage stopped sending data; the read is retried", {
      cause: error,
    });
  }
}

/** Buffers the first bytes until the type is known, and writes to disk only if the file can be inspected. */
class WantedCopy {
  private readonly path: string;
  private head: Buffer | undefined = Buffer.alloc(0);
  private type: MediaType | undefined;
  private file: FileHandle | undefined;

  constructor(path: string) {
    this.path = path;
  }

  async take(chunk: Buffer): Promise<void> {
    if (!this.head) return this.write(chunk);
    this.head = Buffer.concat([this.head, chunk]);
    if (this.head.length >= SNIFF_BYTES) await this.decide(this.head);
  }

  async finish(): Promise<MediaType | undefined> {
    if (this.head) await this.decide(this.head);
    return this.type;
  }

  async close(): Promise<void> {
    await this.file?.close();
    this.file = undefined;
  }

  private async decide(head: Buffer): Promise<void> {
    this.head = undefined;
    this.type = sniffMedia(head.subarray(0, SNIFF_BYTES));
    if (!this.type) return;
    this.file = await open(this.path, "wx", 0o644);
    await this.write(head);
  }

  private async write(chunk: Buffer): Promise<void> {
    await this.file?.writeFile(chunk);
  }
}
