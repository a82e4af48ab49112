import type { MdsIndex, MdsSchema } from "@dailies/formats/mds/index/mds-index";
import { parseEncoding } from "@dailies/formats/mds/values/encodings";
import { isHashKnown } from "../../verify/hashes.ts";
import type { SetWarning } from "../shard-set.ts";

/** Writers fill shards one after another, so only the last one should be smaller. */
const UNEVEN = 2;

const warn = (code: SetWarning["code"], message: string, shard: number | null = null): SetWarning => ({
  code,
  message,
  shard,
});

const signatureOf = ({ columns }: MdsSchema): string =>
  JSON.stringify(columns.map(({ name, encoding, sizeBytes }) => [name, encoding, sizeBytes]));

const warnOfSchemas = (index: MdsIndex): SetWarning[] => {
  const signatures = index.schemas.map(signatureOf);
  if (new Set(signatures).size <= 1) return [];
  const other = signatures.findIndex((signature) => signature !== signatures[0]);
  const shard = index.schemaOf.indexOf(other);
  return [warn("schema_differs", `shard ${shard} has other columns than the first`, shard)];
};

const warnOfEncodings = (index: MdsIndex): SetWarning[] => {
  const named = index.schemas.flatMap(({ format, columns }) => (format === "mds" ? columns : []));
  const all = [...new Map(named.map((column) => [column.name, column])).values()];
  const pickles = all.filter(({ encoding }) => encoding === "pkl").map(({ name }) => name);
  const unknown = all
    .filter(({ encoding }) => parseEncoding(encoding).family === "unknown")
    .map(({ name, encoding }) => `${name} (${encoding.slice(0, 60)})`);
  return [
    ...(pickles.length > 0 ? [warn("pickle", `pickled columns are never decoded: ${pickles.join(", ")}`)] : []),
    ...(unknown.length > 0
      ? [warn("unknown_encoding", `encodings that are not known here: ${unknown.join(", ")}`)]
      : []),
  ];
};

const warnOfCompression = (index: MdsIndex): SetWarning[] => {
  const compressed = [...new Set(index.schemas.flatMap(({ compression, codec }) => (codec ? [compression] : [])))];
  if (compressed.length === 0) return [];
  return [warn("compressed", `shards are compressed (${compressed.join(", ")}): one is fetched whole to read from it`)];
};

const warnOfHashes = (index: MdsIndex): SetWarning[] => {
  const unchecked = [...new Set(index.schemas.flatMap(({ hashes }) => hashes))].filter((name) => !isHashKnown(name));
  if (unchecked.length === 0) return [];
  return [warn("unchecked_hash", `a verification cannot check ${unchecked.join(", ")}`)];
};

const warnOfSizes = ({ samples, shardCount }: MdsIndex): SetWarning[] => {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (let shard = 0; shard < shardCount - 1; shard++) {
    least = Math.min(least, samples[shard] ?? 0);
    most = Math.max(most, samples[shard] ?? 0);
  }
  if (shardCount < 3 || most <= least * UNEVEN) return [];
  return [warn("uneven_shards", `shards have between ${least} and ${most} samples`)];
};

export const warnOfIndex = (index: MdsIndex): SetWarning[] => [
  ...warnOfEncodings(index),
  ...warnOfSchemas(index),
  ...warnOfCompression(index),
  ...warnOfSizes(index),
  ...warnOfHashes(index),
];

const MAX_NAMED = 5;

const grouped = (value: number): string => value.toLocaleString("en");

/** Compares the files in the index with a listing of the folder. */
export const warnOfFiles = (index: MdsIndex, bytesOf: ReadonlyMap<string, number>): SetWarning[] => {
  const warnings: SetWarning[] = [];
  let missing = 0;
  for (let shard = 0; shard < index.shardCount; shard++) {
    const { data } = index.shardAt(shard);
    const bytes = bytesOf.get(data.object);
    if (bytes === undefined) {
      missing += 1;
      if (missing <= MAX_NAMED) warnings.push(warn("missing_file", `${nameOf(data.object)} is not there`, shard));
    } else if (bytes < data.storedBytes) {
      const words = `${nameOf(data.object)} has ${grouped(bytes)} bytes instead of the ${grouped(data.storedBytes)} in the index`;
      if (warnings.length < 2 * MAX_NAMED) warnings.push(warn("truncated", words, shard));
    }
  }
  if (missing > MAX_NAMED) warnings.push(warn("missing_file", `${missing} shards are not there`));
  return warnings;
};

const nameOf = (object: string): string => object.slice(object.lastIndexOf("/") + 1);
