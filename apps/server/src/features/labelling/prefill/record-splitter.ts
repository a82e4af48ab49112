import { DomainError } from "../../../errors.ts";

/** One line of a file, or several if a quoted cell of a table has line breaks. */
export interface FileRecord {
  /** Undefined for bytes that are not UTF-8. */
  readonly text: string | undefined;
  /** Its first line, from 1. */
  readonly line: number;
  /** Where the file goes on after it. */
  readonly end: FilePosition;
}

export interface FilePosition {
  readonly bytes: number;
  /** Line breaks before it. */
  readonly lines: number;
}

const LINE_BREAK = 0x0a;
const QUOTE = 0x22;
const MAX_RECORD_BYTES = 1024 ** 2;

/** Strips a byte order mark. */
const decoder = new TextDecoder("utf-8", { fatal: true });
const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes);
  } catch {
    // Reported with its line.
    return undefined;
  }
};

/** Splits a stream into records. At most one of them is in memory besides the last piece of the stream. */
export class RecordSplitter {
  private readonly isTable: boolean;
  private position: FilePosition;
  private held: Buffer = Buffer.alloc(0);
  private scanned = 0;
  private isQuoted = false;
  private breaks = 0;

  constructor(isTable: boolean, from: FilePosition) {
    this.isTable = isTable;
    this.position = from;
  }

  /** The records that end in this piece. */
  push(piece: Buffer): FileRecord[] {
    this.held = this.held.length === 0 ? piece : Buffer.concat([this.held, piece]);
    const records: FileRecord[] = [];
    let start = 0;
    for (; this.scanned < this.held.length; this.scanned += 1) {
      if (!this.endsAt(this.held[this.scanned])) continue;
      records.push(this.take(this.held.subarray(start, this.scanned + 1)));
      start = this.scanned + 1;
    }
    this.held = this.held.subarray(start);
    this.scanned = this.held.length;
    this.refuseLong(this.held);
    return records;
  }

  /** What follows the last line break. */
  end(): FileRecord[] {
    return this.held.length === 0 ? [] : [this.take(this.held)];
  }

  private endsAt(byte: number | undefined): boolean {
    if (this.isTable && byte === QUOTE) this.isQuoted = !this.isQuoted;
    if (byte !== LINE_BREAK) return false;
    this.breaks += 1;
    return !this.isQuoted;
  }

  private take(bytes: Buffer): FileRecord {
    this.refuseLong(bytes);
    const { bytes: before, lines } = this.position;
    this.position = { bytes: before + bytes.length, lines: lines + this.breaks };
    this.breaks = 0;
    return { text: decode(bytes), line: lines + 1, end: this.position };
  }

  private refuseLong({ length }: Buffer): void {
    if (length <= MAX_RECORD_BYTES) return;
    const words = this.isTable ? "; perhaps a quote does not end" : "";
    throw new DomainError(
      "invalid",
      `line ${this.position.lines + 1} is longer than ${MAX_RECORD_BYTES} bytes${words}`,
    );
  }
}
