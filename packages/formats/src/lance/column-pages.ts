import type { ShardColumn } from "../shard-writer.ts";
import { hasOffsets } from "./lance-fields.ts";
import { fixedEncoding, type PlacedBuffer, variableEncoding } from "./page-encodings.ts";

/** A value as the file has it; of fixed width unless its column has offsets. */
export type LanceCell = Uint8Array | null;

/** A page whose rows are complete. Its buffers are in the file already, or are to be written. */
export interface EndedPage {
  readonly rows: number;
  readonly encoding: Uint8Array;
  readonly buffers: readonly (Uint8Array | PlacedBuffer)[];
}

export interface ColumnPages {
  readonly add: (cell: LanceCell) => void;
  /** The pages since the last call. */
  readonly end: () => readonly EndedPage[];
}

const WORD_BYTES = 8;
const FLOAT_BYTES = 4;
const BYTE_BITS = 8;

/** A buffer that doubles when it is full. */
class GrowingBuffer {
  #bytes = new Uint8Array(1_024);
  #length = 0;

  add(piece: Uint8Array): void {
    this.skip(piece.length);
    this.#bytes.set(piece, this.#length - piece.length);
  }

  /** Adds zeros. */
  skip(length: number): void {
    const end = this.#length + length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, 2 * this.#bytes.length));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#length = end;
  }

  setBit(place: number): void {
    const at = place >> 3;
    this.#bytes[at] = (this.#bytes[at] ?? 0) | (1 << (place & 7));
  }

  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length);
    this.#bytes = new Uint8Array(1_024);
    this.#length = 0;
    return taken;
  }
}

/** One bit for each row. */
class Bitmap {
  readonly #buffer = new GrowingBuffer();
  #rows = 0;

  add(isSet: boolean): void {
    if (this.#rows % BYTE_BITS === 0) this.#buffer.skip(1);
    if (isSet) this.#buffer.setBit(this.#rows);
    this.#rows += 1;
  }

  take(): Uint8Array {
    this.#rows = 0;
    return this.#buffer.take();
  }
}

/** Ends of values within the bytes of a page. */
class ValueEnds {
  #ends: number[] = [];
  #missing: number[] = [];
  #end = 0;

  get rows(): number {
    return this.#ends.length;
  }

  get bytes(): number {
    return this.#end;
  }

  add(length: number | null): void {
    if (length === null) this.#missing.push(this.#ends.length);
    this.#end += length ?? 0;
    this.#ends.push(this.#end);
  }

  /** A missing value has an end beyond all others. */
  take(): { readonly ends: Uint8Array; readonly nullAdjustment: number } {
    const nullAdjustment = this.#end + 1;
    const view = new DataView(new ArrayBuffer(WORD_BYTES * this.#ends.length));
    for (const [row, end] of this.#ends.entries()) view.setBigUint64(WORD_BYTES * row, BigInt(end), true);
    for (const row of this.#missing)
      view.setBigUint64(WORD_BYTES * row, BigInt((this.#ends[row] ?? 0) + nullAdjustment), true);
    [this.#ends, this.#missing, this.#end] = [[], [], 0];
    return { ends: new Uint8Array(view.buffer), nullAdjustment };
  }
}

/** Bytes of every value of a column without offsets; a boolean is counted as a whole one. */
export const fixedBytes = ({ type, dimensions = 0 }: ShardColumn): number => {
  if (type === "boolean") return 1;
  return type === "vector" ? FLOAT_BYTES * dimensions : WORD_BYTES;
};

const fixedPages = (column: ShardColumn): ColumnPages => {
  const isBoolean = column.type === "boolean";
  const [validity, flags, values] = [new Bitmap(), new Bitmap(), new GrowingBuffer()];
  const width = fixedBytes(column);
  let [rows, nulls] = [0, 0];
  return {
    add: (cell) => {
      validity.add(cell !== null);
      if (isBoolean) flags.add(cell?.[0] === 1);
      else if (cell === null) values.skip(width);
      else values.add(cell);
      rows += 1;
      if (cell === null) nulls += 1;
    },
    end: () => {
      if (rows === 0) return [];
      const hasNulls = nulls > 0;
      const bits = isBoolean ? 1 : BYTE_BITS * (column.type === "vector" ? FLOAT_BYTES : WORD_BYTES);
      const dimensions = column.type === "vector" ? column.dimensions : undefined;
      const encoding = fixedEncoding({ bits, dimensions, hasNulls });
      const [valid, held] = [validity.take(), isBoolean ? flags.take() : values.take()];
      const page = { rows, encoding, buffers: hasNulls ? [valid, held] : [held] };
      [rows, nulls] = [0, 0];
      return [page];
    },
  };
};

const variablePages = (): ColumnPages => {
  const [ends, bytes] = [new ValueEnds(), new GrowingBuffer()];
  return {
    add: (cell) => {
      ends.add(cell?.length ?? null);
      if (cell !== null) bytes.add(cell);
    },
    end: () => {
      const { rows } = ends;
      if (rows === 0) return [];
      const taken = ends.take();
      return [{ rows, encoding: variableEncoding(taken.nullAdjustment), buffers: [taken.ends, bytes.take()] }];
    },
  };
};

/** Collects the values of a column in memory. */
export const heldPages = (column: ShardColumn): ColumnPages =>
  hasOffsets(column) ? variablePages() : fixedPages(column);

/** Pages of a column whose bytes go straight into the file, so that only their ends are held. */
export class StreamedPages {
  readonly #ends = new ValueEnds();
  #begin = 0;
  #ended: EndedPage[] = [];

  /** Of the page that is being written. */
  get bytes(): number {
    return this.#ends.bytes;
  }

  /** `offset` is where the bytes of the value begin. */
  add(offset: number, length: number | null): void {
    if (this.#ends.rows === 0) this.#begin = offset;
    this.#ends.add(length);
  }

  endPage(): void {
    const { rows, bytes } = this.#ends;
    if (rows === 0) return;
    const { ends, nullAdjustment } = this.#ends.take();
    const placed = { offset: this.#begin, bytes };
    this.#ended.push({ rows, encoding: variableEncoding(nullAdjustment), buffers: [ends, placed] });
  }

  /** The pages since the last call. */
  end(): readonly EndedPage[] {
    this.endPage();
    const ended = this.#ended;
    this.#ended = [];
    return ended;
  }
}
