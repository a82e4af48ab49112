import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import { DomainError } from "../../../errors.ts";

const deflate = promisify(deflateRaw);

interface ZipEntry {
  readonly name: string;
  readonly offset: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
}

/** The state of a writer: enough to continue in another process after the bytes already taken. */
export interface ZipState {
  readonly offset: number;
  readonly entries: readonly ZipEntry[];
  readonly open: ZipEntry | null;
}

export const NEW_ZIP: ZipState = { offset: 0, entries: [], open: null };

/** Stays below the ZIP64 limit: not every spreadsheet reader supports ZIP64. */
const MAX_BYTES = 0xffff_ffff - 1024 ** 2;
/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** The first date of the format: equal contents give equal bytes. */
const DATE = 0x0021;
/** An empty final deflate block. Pieces are flushed to byte boundaries, so separately compressed ones can be joined. */
const LAST_BLOCK = Buffer.from([0x03, 0x00]);

export interface ZipWriter {
  readonly state: () => ZipState;
  readonly openEntry: (name: string) => void;
  readonly write: (text: string) => Promise<void>;
  readonly closeEntry: () => void;
  readonly end: () => void;
  /** The bytes since the last call. */
  readonly take: () => Buffer;
  readonly pendingBytes: () => number;
}

/** Writes an archive in pieces; buffers only the bytes that were not taken yet. */
export const resumeZip = (from: ZipState): ZipWriter => {
  let { offset, open } = from;
  const entries = [...from.entries];
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const put = (bytes: Buffer): void => {
    offset += bytes.length;
    if (offset > MAX_BYTES) throw new DomainError("too_large", "a workbook cannot hold more than 4 GB: choose CSV");
    pending.push(bytes);
    pendingBytes += bytes.length;
  };
  const add = (packed: Buffer, sizeBytes: number, crc: number): void => {
    if (!open) throw new Error("no entry is open");
    open = {
      ...open,
      crc,
      packedBytes: open.packedBytes + packed.length,
      sizeBytes: open.sizeBytes + sizeBytes,
    };
    put(packed);
  };
  return {
    state: () => ({ offset, entries: [...entries], open }),
    openEntry: (name) => {
      if (open) throw new Error("an entry is open");
      open = { name, offset, crc: 0, packedBytes: 0, sizeBytes: 0 };
      put(localHeader(name));
    },
    write: async (text) => {
      if (text === "") return;
      const bytes = Buffer.from(text);
      const packed = await deflate(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
      add(packed, bytes.length, crc32(bytes, open?.crc ?? 0));
    },
    closeEntry: () => {
      add(LAST_BLOCK, 0, open?.crc ?? 0);
      if (!open) return;
      put(descriptor(open));
      entries.push(open);
      open = null;
    },
    end: () => {
      const start = offset;
      for (const entry of entries) put(centralHeader(entry));
      put(endRecord(entries.length, offset - start, start));
    },
    take: () => {
      const bytes = Buffer.concat(pending);
      pending = [];
      pendingBytes = 0;
      return bytes;
    },
    pendingBytes: () => pendingBytes,
  };
};

type Field = readonly [value: number, bytes: 2 | 4];

const pack = (fields: readonly Field[], tail = ""): Buffer => {
  const name = Buffer.from(tail);
  const head = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) at = head.writeUIntLE(value, at, bytes);
  return Buffer.concat([head, name]);
};

const common = (name: string, crc: number, packedBytes: number, sizeBytes: number): Field[] => [
  [VERSION, 2],
  [FLAGS, 2],
  [DEFLATED, 2],
  [0, 2],
  [DATE, 2],
  [crc, 4],
  [packedBytes, 4],
  [sizeBytes, 4],
  [Buffer.byteLength(name), 2],
  [0, 2],
];

const localHeader = (name: string): Buffer => pack([[0x04034b50, 4], ...common(name, 0, 0, 0)], name);

const descriptor = ({ crc, packedBytes, sizeBytes }: ZipEntry): Buffer =>
  pack([
    [0x08074b50, 4],
    [crc, 4],
    [packedBytes, 4],
    [sizeBytes, 4],
  ]);

const centralHeader = ({ name, crc, packedBytes, sizeBytes, offset }: ZipEntry): Buffer =>
  pack(
    [
      [0x02014b50, 4],
      [VERSION, 2],
      ...common(name, crc, packedBytes, sizeBytes),
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ],
    name,
  );

const endRecord = (count: number, sizeBytes: number, offset: number): Buffer =>
  pack([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [sizeBytes, 4],
    [offset, 4],
    [0, 2],
  ]);
