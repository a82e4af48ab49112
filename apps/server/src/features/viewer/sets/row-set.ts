import type { ColumnView } from "@dailies/contract";
import { memorySource } from "@dailies/formats/memory-source";
import { DomainError } from "../../../errors.ts";
import type { ShardVerdict } from "../verify/verdict.ts";
import type { Counting } from "./count-shards.ts";
import { baseName } from "./listed-files.ts";
import type { BytesAt, Reading, SetColumn, SetFormat, SetWarning, ShardSet, VerifyInput } from "./shard-set.ts";
import type { SamplePosition, ShardTable } from "./shard-table.ts";

/** A displayed cell and the byte range behind it. */
export interface RowCell extends ColumnView {
  readonly stored?: Omit<BytesAt, "source">;
  readonly bytes?: Uint8Array;
}

export interface Row {
  readonly key: string;
  readonly begin: number;
  readonly end: number;
  readonly cells: readonly RowCell[];
}

/** Sets whose samples are rows: Parquet, Lance, JSONL and CSV. */
export interface RowSource {
  readonly format: SetFormat;
  readonly tag: string;
  readonly table: ShardTable;
  readonly weightBytes: number;
  readonly columns: () => readonly SetColumn[];
  readonly warnings: () => readonly SetWarning[];
  readonly objectOf: (shard: number) => string;
  readonly readRow: (reading: Reading, position: SamplePosition, column?: string) => Promise<Row>;
  readonly verifyShard: (reading: Reading, shard: number, input: VerifyInput) => Promise<ShardVerdict>;
  readonly counting?: Counting;
  readonly close?: () => void;
}

const OCTETS = "application/octet-stream";

const viewCell = ({ name, encoding, begin, end, value }: RowCell): ColumnView => ({
  name,
  encoding,
  begin,
  end,
  value,
});

const bytesOf = (cell: RowCell): Uint8Array => {
  const { value, bytes } = cell;
  if (bytes) return bytes;
  if (value.kind === "text" || value.kind === "json" || value.kind === "number")
    return new TextEncoder().encode(value.text);
  throw new DomainError("invalid", `the bytes of ${cell.name} are packed together with others and cannot be had alone`);
};

export const createRowSet = (source: RowSource): ShardSet => {
  const { table, tag, counting } = source;
  return {
    table,
    tag,
    describe: () => ({
      format: source.format,
      columns: source.columns(),
      hashes: [],
      compression: null,
      sizeLimitBytes: null,
      warnings: source.warnings(),
    }),
    weightBytes: () => source.weightBytes + table.weightBytes,
    describeShard: (shard) => ({
      name: baseName(source.objectOf(shard)),
      object: source.objectOf(shard),
      compression: null,
      hashes: {},
      columns: source.columns(),
      hasRanges: false,
    }),
    readSample: async (reading, position, column) => {
      const { key, begin, end, cells } = await source.readRow(reading, position, column);
      const spans = cells.filter((cell) => cell.end > cell.begin);
      return {
        key,
        begin,
        end,
        columns: cells.map(viewCell),
        spans: spans.map((cell) => ({ begin: cell.begin, end: cell.end, label: cell.name })),
      };
    },
    locateColumn: async (reading, position, name) => {
      const { cells } = await source.readRow(reading, position);
      const cell = cells.find((one) => one.name === name);
      if (!cell) throw new DomainError("not_found", "this sample has no such column");
      const contentType = cell.value.kind === "media" ? cell.value.content_type : OCTETS;
      if (cell.stored) return { ...cell.stored, source: reading.source, contentType };
      const bytes = bytesOf(cell);
      return { source: memorySource(new Map([[name, bytes]])), object: name, begin: 0, end: bytes.length, contentType };
    },
    openShard: async ({ source: from }, shard) => ({
      source: from,
      object: source.objectOf(shard),
      begin: 0,
      end: table.storedBytesOf[shard] ?? 0,
    }),
    findKey: async () => undefined,
    listKeys: async () => undefined,
    verifyShard: source.verifyShard,
    settle: async () => counting?.settled(),
    resume: () => counting?.resume(),
    close: () => {
      counting?.stop();
      source.close?.();
    },
  };
};
