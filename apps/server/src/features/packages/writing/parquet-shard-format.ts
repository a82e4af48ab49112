import { FormatFault } from "@dailies/formats/format-fault";
import { isoToMicroseconds } from "@dailies/formats/iso-times";
import { plainJson } from "@dailies/formats/python-json";
import {
  booleanOf,
  bytesOf,
  integerOf,
  numberOf,
  readShardBytes,
  textOf,
  vectorOf,
} from "@dailies/formats/shard-values";
import type { ShardColumn, ShardFormat, ShardValue, ShardWriter, ValueMeasure } from "@dailies/formats/shard-writer";
import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";

const MIB = 1024 ** 2;
const GROUP_BYTES = 16 * MIB;
/** The library holds each number of a vector with its levels, so that a vector takes several times its bytes. */
const VECTOR_COST = 4;
/** Bounds the footer's share of empty values, and what a reader holds. */
const GROUP_ROWS = 16_384;
/** A sample is in memory until its row group is written, and twice while it is encoded. */
const MOST_SAMPLE_BYTES = 256 * MIB;
const PAGE_BYTES = MIB;

/** Generous shares of headers, indexes and the footer, so that estimates are upper bounds. */
const PAGE_FRAMING_BYTES = 160;
const COLUMN_FRAMING_BYTES = 400;
const VALUE_FRAMING_BYTES = 8;
const FOOTER_BYTES = 256;

type Cell = Uint8Array | bigint | number | boolean | readonly number[] | null;

const utf8 = new TextEncoder();

const LEAVES: Readonly<Record<Exclude<ShardColumn["type"], "vector">, Omit<SchemaElement, "name">>> = {
  bytes: { type: "BYTE_ARRAY" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  integer: { type: "INT64" },
  number: { type: "DOUBLE" },
  boolean: { type: "BOOLEAN" },
  time: { type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MICROS" } },
  json: { type: "BYTE_ARRAY", logical_type: { type: "JSON" } },
};

/** Every column may be empty, so that all shards of a package have the same schema. */
const elementsOf = ({ name, type }: ShardColumn): readonly SchemaElement[] =>
  type === "vector"
    ? [
        { name, repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 },
        { name: "list", repetition_type: "REPEATED", num_children: 1 },
        { name: "element", type: "FLOAT", repetition_type: "REQUIRED" },
      ]
    : [{ name, ...LEAVES[type], repetition_type: "OPTIONAL" }];

/**
 * Texts are encoded here, because the library orders texts by UTF-16 units and would write statistics by which readers skip
 * rows that match.
 */
const cellOf = (column: ShardColumn, value: Exclude<ShardValue, null>): Exclude<Cell, null> => {
  switch (column.type) {
    case "integer":
      return integerOf(column, value);
    case "number":
      return numberOf(column, value);
    case "boolean":
      return booleanOf(column, value);
    case "time":
      return isoToMicroseconds(textOf(column, value));
    case "vector":
      return vectorOf(column, value);
    case "json":
      return utf8.encode(plainJson(textOf(column, value)));
    default:
      return utf8.encode(textOf(column, value));
  }
};

const sizeOf = (column: ShardColumn, value: ShardValue): number => {
  if (value === null) return 0;
  if (column.type === "bytes") return bytesOf(column, value).bytes;
  if (column.type === "boolean") return 1;
  if (column.type === "vector") return 4 * vectorOf(column, value).length;
  const cell = cellOf(column, value);
  return cell instanceof Uint8Array ? cell.length : 8;
};

const measureOf = ({ type }: ShardColumn): ValueMeasure | undefined => {
  if (type === "text") return { of: "text", missingBytes: 0 };
  if (type === "integer" || type === "number") return { of: "any", bytes: 8, missingBytes: 0 };
  return type === "boolean" ? { of: "any", bytes: 1, missingBytes: 0 } : undefined;
};

const readCell = async (column: ShardColumn, value: ShardValue): Promise<Cell> => {
  if (value === null) return null;
  if (column.type !== "bytes") return cellOf(column, value);
  const promised = bytesOf(column, value);
  const bytes = new Uint8Array(promised.bytes);
  let at = 0;
  for await (const piece of readShardBytes(promised)) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
};

/** What a sample takes of a row group. */
const costOf = (columns: readonly ShardColumn[], valueBytes: readonly number[]): number =>
  columns.reduce((total, { type }, place) => {
    const bytes = valueBytes[place] ?? 0;
    return total + (type === "vector" ? VECTOR_COST * bytes : bytes);
  }, 0);

/** A group is written before it exceeds its size, so any two in a row have at least that size; so have pages. */
const estimateSample = (columns: readonly ShardColumn[], valueBytes: readonly number[]): number => {
  const values = columns.reduce((total, { type }, place) => {
    const bytes = valueBytes[place] ?? 0;
    // Every number of a vector has levels.
    return total + bytes + VALUE_FRAMING_BYTES + (type === "vector" ? bytes / 4 : 0);
  }, 0);
  const groupShare = (2 * costOf(columns, valueBytes)) / GROUP_BYTES + 1 / GROUP_ROWS;
  const pages = (2 * values) / PAGE_BYTES;
  return Math.ceil(values + groupShare * columns.length * COLUMN_FRAMING_BYTES + pages * PAGE_FRAMING_BYTES);
};

/** The rows that are not written yet, column by column. */
class RowGroup {
  readonly #columns: readonly ShardColumn[];
  #cells: Cell[][];
  cost = 0;
  rows = 0;

  constructor(columns: readonly ShardColumn[]) {
    this.#columns = columns;
    this.#cells = columns.map(() => []);
  }

  isFullFor(cost: number): boolean {
    return this.rows > 0 && (this.rows >= GROUP_ROWS || this.cost + cost > GROUP_BYTES);
  }

  add(row: readonly Cell[], cost: number): void {
    for (const [place, cells] of this.#cells.entries()) cells.push(row[place] ?? null);
    this.cost += cost;
    this.rows += 1;
  }

  /** Clips and vectors do not repeat, so that no dictionary is tried for them. */
  writeTo(writer: ParquetWriter): void {
    if (this.rows === 0) return;
    const columnData = this.#columns.map(({ name, type }, place) => ({
      name,
      data: this.#cells[place] ?? [],
      ...((type === "bytes" || type === "vector") && { encoding: "PLAIN" as const }),
    }));
    void writer.write({ columnData, rowGroupSize: this.rows, pageSize: PAGE_BYTES });
    this.#cells = this.#columns.map(() => []);
    [this.cost, this.rows] = [0, 0];
  }
}

/**
 * Parquet without compression of its pages, so that readers can fetch a clip by its range. Holds one row group in memory.
 * The sizes are estimates and never too small; those of the other formats are exact.
 */
export const parquetShardFormat = (columns: readonly ShardColumn[]): ShardFormat => {
  if (new Set(columns.map(({ name }) => name)).size < columns.length)
    throw new FormatFault("malformed", "two columns have the same name");
  const schema: SchemaElement[] = [{ name: "root", num_children: columns.length }, ...columns.flatMap(elementsOf)];

  const openShard = (): ShardWriter => {
    const bytes = new ByteWriter();
    const writer = new ParquetWriter({ writer: bytes, schema, codec: "UNCOMPRESSED" });
    const group = new RowGroup(columns);
    const take = (): Uint8Array => {
      const taken = bytes.getBytes().slice();
      bytes.index = 0;
      return taken;
    };
    const before = take();
    let samples = 0;
    return {
      write: async function* (_key, values) {
        const sizes = columns.map((column, place) => sizeOf(column, values[place] ?? null));
        const cost = costOf(columns, sizes);
        if (cost > MOST_SAMPLE_BYTES)
          throw new FormatFault("too_large", "a sample of more than 256 MiB does not fit into a row group of Parquet");
        const row: Cell[] = [];
        for (const [place, column] of columns.entries()) row.push(await readCell(column, values[place] ?? null));
        // Only now, because what is yielded for a sample that fails is dropped, and these rows belong to others.
        if (group.isFullFor(cost)) {
          group.writeTo(writer);
          yield take();
        }
        group.add(row, cost);
        samples += 1;
      },
      close: () => {
        group.writeTo(writer);
        void writer.finish();
        return { before, after: take(), samples };
      },
    };
  };

  return {
    emptyBytes:
      FOOTER_BYTES + columns.reduce((total, { name }) => total + 2 * COLUMN_FRAMING_BYTES + 3 * name.length, 0),
    sampleBytes: (_key, valueBytes) => estimateSample(columns, valueBytes),
    sizeOf,
    measureOf,
    isKeyFree: true,
    openShard,
  };
};
