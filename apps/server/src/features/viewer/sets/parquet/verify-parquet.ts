import { FormatFault } from "@dailies/formats/format-fault";
import type { ParquetFile } from "@dailies/formats/parquet/parse-footer";
import { readParquetFooter } from "@dailies/formats/parquet/read-footer";
import { readParquetRows } from "@dailies/formats/parquet/read-rows";
import { FaultList, type ShardVerdict } from "../../verify/verdict.ts";
import { baseName } from "../listed-files.ts";
import type { SetTools } from "../set-tools.ts";
import type { Reading, VerifyInput } from "../shard-set.ts";

interface ParquetShard {
  readonly object: string;
  readonly shard: number;
  readonly first: number;
  readonly tools: Pick<SetTools, "inflate">;
}

/** Verifies the footer and, optionally, every column of every row group. */
export const verifyParquetFile = async (
  of: ParquetShard,
  reading: Reading,
  { decodesSamples }: VerifyInput,
): Promise<ShardVerdict> => {
  const { source, meter, signal } = reading;
  const faults = new FaultList(of.shard);
  if ((await source.size(of.object, signal)) === undefined) {
    faults.add({ kind: "missing", message: `${baseName(of.object)} is not there` });
    return faults.toVerdict(0, "missing");
  }
  const file = await orFault(() => readParquetFooter(source, of.object, signal));
  if (!(file instanceof FormatFault)) {
    if (decodesSamples) await decodeAll(of, reading, file, faults);
    return faults.toVerdict(meter.read().bytes);
  }
  const isCut = file.kind === "truncated";
  faults.add({ kind: isCut ? "size" : "offsets", message: file.message });
  return faults.toVerdict(meter.read().bytes, isCut ? "truncated" : undefined);
};

const decodeAll = async (
  { first, tools }: ParquetShard,
  { source, signal }: Reading,
  file: ParquetFile,
  faults: FaultList,
): Promise<void> => {
  for (const group of file.groups) {
    const sample = first + group.firstRow;
    const lastGoodSample = sample > 0 ? sample - 1 : null;
    for (const { name } of file.columns) {
      const read = await orFault(() => readParquetRows(source, file, group.index, [name], tools.inflate, signal));
      if (!(read instanceof FormatFault)) continue;
      faults.add({ kind: "decode", message: `column ${name}: ${read.message}`, sample, lastGoodSample });
    }
  }
};

const orFault = async <T>(read: () => Promise<T>): Promise<T | FormatFault> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FormatFault) return error;
    throw error;
  }
};
