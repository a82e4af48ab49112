import { joinBytes } from "../join-bytes.ts";
import type { ShardColumn } from "../shard-writer.ts";
import { type ColumnPages, type EndedPage, heldPages, type LanceCell, StreamedPages } from "./column-pages.ts";
import { schemaFields } from "./lance-fields.ts";
import { COLUMN_ENCODING, type PlacedBuffer, pageField } from "./page-encodings.ts";
import { bytesField, numberField } from "./write-protobuf.ts";

const MIB = 1024 ** 2;
/** Pages of all columns end when this much is held. */
export const HELD_BYTES = 16 * MIB;
/** A page of clips; readers that go from start to end fetch whole pages. */
export const STREAMED_PAGE_BYTES = 8 * MIB;
const ALIGNMENT_BYTES = 64;
const WORD_BYTES = 8;
const FOOTER_BYTES = 40;
/** Number of the format 2.0 within a file. */
const [MAJOR, MINOR] = [0, 3];
const MAGIC = new TextEncoder().encode("LANC");

const paddingOf = (bytes: number): number => -bytes & (ALIGNMENT_BYTES - 1);

const wordsOf = (places: readonly PlacedBuffer[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(2 * WORD_BYTES * places.length));
  for (const [at, { offset, bytes }] of places.entries()) {
    view.setBigUint64(2 * WORD_BYTES * at, BigInt(offset), true);
    view.setBigUint64(2 * WORD_BYTES * at + WORD_BYTES, BigInt(bytes), true);
  }
  return new Uint8Array(view.buffer);
};

const footerOf = (tables: readonly [number, number, number], columns: number): Uint8Array => {
  const view = new DataView(new ArrayBuffer(FOOTER_BYTES));
  for (const [at, offset] of tables.entries()) view.setBigUint64(WORD_BYTES * at, BigInt(offset), true);
  view.setUint32(24, 1, true);
  view.setUint32(28, columns, true);
  view.setUint16(32, MAJOR, true);
  view.setUint16(34, MINOR, true);
  const footer = new Uint8Array(view.buffer);
  footer.set(MAGIC, FOOTER_BYTES - MAGIC.length);
  return footer;
};

/** Everything behind the pages: the schema, where the pages are, and the footer. `offset` is where it begins. */
export const lanceFileEnd = (
  columns: readonly ShardColumn[],
  pages: readonly (readonly Uint8Array[])[],
  { offset, rows }: { readonly offset: number; readonly rows: number },
): Uint8Array => {
  const schema = joinBytes([bytesField(1, ...schemaFields(columns)), numberField(2, rows)]);
  const metadatas = columns.map((_, place) => joinBytes([COLUMN_ENCODING, ...(pages[place] ?? [])]));
  let at = offset + schema.length;
  const columnsBegin = at;
  const places = metadatas.map(({ length: bytes }) => {
    const place = { offset: at, bytes };
    at += bytes;
    return place;
  });
  const columnTable = wordsOf(places);
  const bufferTable = wordsOf([{ offset, bytes: schema.length }]);
  const footer = footerOf([columnsBegin, at, at + columnTable.length], columns.length);
  return joinBytes([schema, ...metadatas, columnTable, bufferTable, footer]);
};

/**
 * The pages of a data file of Lance 2.0 and where they are. The bytes of one column may be written by the caller as they
 * come; all other values are held until enough for a page have come.
 */
export class LanceFile {
  readonly #columns: readonly ShardColumn[];
  readonly #parts: readonly (ColumnPages | StreamedPages)[];
  readonly #streamed: StreamedPages | undefined;
  readonly #pages: Uint8Array[][];
  #offset = 0;
  #heldBytes = 0;
  #rows = 0;

  /** `streamed` is the place of the column whose bytes the caller writes; -1 if there is none. */
  constructor(columns: readonly ShardColumn[], streamed: number) {
    this.#columns = columns;
    this.#streamed = streamed < 0 ? undefined : new StreamedPages();
    this.#parts = columns.map((column, place) => (place === streamed && this.#streamed) || heldPages(column));
    this.#pages = columns.map(() => []);
  }

  get rows(): number {
    return this.#rows;
  }

  /**
   * Adds a row, of which the caller has just written `streamedBytes`; null if that value is missing. Returns what has to be
   * written before anything else.
   */
  add(cells: readonly LanceCell[], streamedBytes: number | null, heldBytes: number): Uint8Array {
    for (const [place, part] of this.#parts.entries())
      if (part instanceof StreamedPages) part.add(this.#offset, streamedBytes);
      else part.add(cells[place] ?? null);
    this.#offset += streamedBytes ?? 0;
    this.#heldBytes += heldBytes;
    this.#rows += 1;
    if (this.#heldBytes >= HELD_BYTES) return this.#endPages();
    if ((this.#streamed?.bytes ?? 0) < STREAMED_PAGE_BYTES) return new Uint8Array(0);
    this.#streamed?.endPage();
    return this.#pad();
  }

  /** The rest of the file. */
  end(): Uint8Array {
    const pages = this.#endPages();
    return joinBytes([pages, lanceFileEnd(this.#columns, this.#pages, { offset: this.#offset, rows: this.#rows })]);
  }

  #pad(): Uint8Array {
    const padding = new Uint8Array(paddingOf(this.#offset));
    this.#offset += padding.length;
    return padding;
  }

  #endPages(): Uint8Array {
    const pieces = [this.#pad()];
    for (const [place, part] of this.#parts.entries())
      for (const page of part.end()) this.#pages[place]?.push(this.#place(page, pieces));
    this.#heldBytes = 0;
    return joinBytes(pieces);
  }

  #place({ rows, encoding, buffers }: EndedPage, pieces: Uint8Array[]): Uint8Array {
    const placed = buffers.map((buffer): PlacedBuffer => {
      if (!(buffer instanceof Uint8Array)) return buffer;
      const place = { offset: this.#offset, bytes: buffer.length };
      this.#offset += buffer.length;
      pieces.push(buffer, this.#pad());
      return place;
    });
    return pageField(placed, rows, encoding);
  }
}
