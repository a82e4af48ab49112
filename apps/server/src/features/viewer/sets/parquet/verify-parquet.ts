import { FaultList, type ShardVerdict } from "../../verify/verdict.ts";
import { baseName } from "../listed-files.ts";
import type { Reading, VerifyInput } from "../shard-set.ts";
import { parquetCalls } from "./parquet-calls.ts";
import type { ParquetFiles } from "./parquet-files.ts";

interface ShardInput extends VerifyInput {
  readonly shard: number;
  /** The number of its first sample in the set. */
  readonly first: number;
}

/** Verifies the footer and, optionally, every column of every row group. */
export const verifyParquetFile = async (
  files: ParquetFiles,
  reading: Reading,
  { shard, first, decodesSamples }: ShardInput,
): Promise<ShardVerdict> => {
  const { source, meter, signal } = reading;
  const object = files.objectOf(shard);
  if ((await source.size(object, signal)) === undefined) {
    const faults = new FaultList(shard);
    faults.add({ kind: "missing", message: `${baseName(object)} is not there` });
    return faults.toVerdict(0, "missing");
  }
  const { faults, total, isTruncated } = await files.ask(reading, shard, (share, file) =>
    share.call(parquetCalls.verify, { ...file, first, decodesSamples }, signal),
  );
  const worst = isTruncated ? "truncated" : "bad";
  return {
    state: total === 0 ? "ok" : worst,
    faults: faults.map((fault) => ({ ...fault, shard })),
    faultsTotal: total,
    bytesRead: meter.read().bytes,
  };
};
