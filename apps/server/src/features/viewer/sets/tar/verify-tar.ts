import { FormatFault } from "@dailies/formats/format-fault";
import { readTarSamples, type TarSample } from "@dailies/formats/tar/group-samples";
import type { StoredObject } from "../../../storage/index.ts";
import { FaultList, type ShardVerdict } from "../../verify/verdict.ts";
import { baseName } from "../listed-files.ts";
import type { Reading, VerifyInput } from "../shard-set.ts";
import type { ShardTable } from "../shard-table.ts";
import { passByIndex } from "./tar-pass.ts";
import { textFault } from "./view-file.ts";

interface TarShard {
  readonly object: StoredObject | undefined;
  readonly index: StoredObject | undefined;
  readonly shard: number;
  readonly table: ShardTable;
}

/** Members up to this size are checked; clips are not opened. */
const INLINE_BYTES = 65_536;

const decodeFault = ({ files }: TarSample): string | undefined => {
  for (const { suffix, data } of files) {
    const fault = data && textFault(suffix, data);
    if (fault !== undefined) return fault;
  }
  return undefined;
};

interface Walked {
  readonly samples: number;
  readonly isCut: boolean;
}

/** Reads every header and, optionally, the text members. */
const walk = async (
  { object, sizeBytes, first }: { readonly object: string; readonly sizeBytes: number; readonly first: number },
  { source, signal }: Reading,
  decodesSamples: boolean,
  faults: FaultList,
): Promise<Walked> => {
  const options = { sizeBytes, ...(decodesSamples && { inlineBytes: INLINE_BYTES }) };
  let lastGoodSample: number | null = null;
  let samples = 0;
  try {
    for await (const found of readTarSamples(source, object, options, signal)) {
      const sample = first + found.index;
      const message = decodesSamples ? decodeFault(found) : undefined;
      if (message === undefined) lastGoodSample = sample;
      else faults.add({ kind: "decode", message, sample, lastGoodSample });
      samples += 1;
    }
    return { samples, isCut: false };
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    const isCut = error.kind === "truncated";
    const message = `${error.message}${error.at === undefined ? "" : ` (byte ${error.at})`}`;
    faults.add({ kind: isCut ? "size" : "offsets", message, lastGoodSample });
    return { samples, isCut };
  }
};

const checkIndex = async (
  index: StoredObject,
  { sizeBytes, samples }: { readonly sizeBytes: number; readonly samples: number },
  { source, signal }: Reading,
  faults: FaultList,
): Promise<void> => {
  const indexed = await passByIndex(source, index, sizeBytes, signal);
  const name = baseName(index.key);
  if (!indexed) faults.add({ kind: "offsets", message: `${name} does not fit the shard` });
  else if (indexed.samples !== samples)
    faults.add({ kind: "count", message: `${name} tells of ${indexed.samples} samples, the shard has ${samples}` });
};

/** Verifies all headers, the text members and, if present, the index file. */
export const verifyTarShard = async (
  { object, index, shard, table }: TarShard,
  reading: Reading,
  { decodesSamples }: VerifyInput,
): Promise<ShardVerdict> => {
  const faults = new FaultList(shard);
  const sizeBytes = object && (await reading.source.size(object.key, reading.signal));
  if (!object || sizeBytes === undefined) {
    faults.add({ kind: "missing", message: `${baseName(object?.key ?? "")} is not there` });
    return faults.toVerdict(0, "missing");
  }
  const target = { object: object.key, sizeBytes, first: table.firstSample(shard) };
  const { samples, isCut } = await walk(target, reading, decodesSamples, faults);
  if (index) await checkIndex(index, { sizeBytes, samples }, reading, faults);
  return faults.toVerdict(reading.meter.read().bytes, isCut ? "truncated" : undefined);
};
