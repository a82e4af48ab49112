import { type LeftOutReason, MAX_SHARD_BYTES } from "@dailies/contract";
import { FormatFault } from "@dailies/formats/format-fault";
import type { ShardColumn, ShardValue } from "@dailies/formats/shard-writer";
import type { PackedRows } from "../../datasets/index.ts";
import { toListValue, toShardValue } from "./list-values.ts";
import type { ColumnSource, PlannedColumns } from "./planned-columns.ts";

interface Unpackable {
  readonly reason: LeftOutReason;
  readonly detail: string;
}

type SizeOfRow = (row: number) => number;

/** The exact sizes of samples, from the columns of a batch of rows. */
export class SampleMeasure {
  private readonly planned: PlannedColumns;
  private readonly sizes: number[];
  private readonly lateTypes: ShardColumn["type"][];
  private batch: PackedRows | undefined;
  private columns: SizeOfRow[] = [];

  constructor(planned: PlannedColumns) {
    this.planned = planned;
    this.sizes = planned.columns.map(() => 0);
    this.lateTypes = planned.columns.flatMap(({ type }, at) => (planned.sources[at]?.of === "late" ? [type] : []));
  }

  /** What follows is about the rows of this batch. */
  open(batch: PackedRows): void {
    this.batch = batch;
    this.columns = this.planned.columns.map((column, at) =>
      this.sizesOf(column, this.planned.sources[at] ?? { of: "clip" }, batch),
    );
  }

  /** Or why the sample cannot be packed. */
  sampleBytes(row: number): number | Unpackable {
    const { columns, sizes, planned, batch } = this;
    try {
      for (let at = 0; at < columns.length; at += 1) sizes[at] = columns[at]?.(row) ?? 0;
      const bytes = planned.format.sampleBytes(batch?.keys[row] ?? "", sizes);
      return bytes <= MAX_SHARD_BYTES ? bytes : { reason: "too_large", detail: `${bytes} bytes` };
    } catch (error) {
      if (error instanceof FormatFault) return { reason: "unreadable", detail: error.message };
      throw error;
    }
  }

  /** The late values of a row in JSON, without brackets. Undefined if the package has none. */
  lateJson(row: number): string | undefined {
    if (this.lateTypes.length === 0) return undefined;
    const values = this.lateTypes.map((type, at) => toListValue(type, this.lateValue(type, at, row)));
    return JSON.stringify(values).slice(1, -1);
  }

  private lateValue(type: ShardColumn["type"], at: number, row: number): ShardValue {
    return toShardValue(type, this.batch?.late[at]?.[row]);
  }

  private sizesOf(column: ShardColumn, source: ColumnSource, batch: PackedRows): SizeOfRow {
    const { format } = this.planned;
    if (source.of === "clip") return (row) => batch.mediaBytes[row] ?? 0;
    if (source.of === "late") return (row) => format.sizeOf(column, this.lateValue(column.type, source.at, row));
    const sizes = batch.sizes[source.at] ?? 0;
    if (typeof sizes === "number") return () => sizes;
    if (sizes instanceof Float64Array) return (row) => sizes[row] ?? 0;
    return (row) => format.sizeOf(column, toShardValue(column.type, sizes.values[row]));
  }
}
