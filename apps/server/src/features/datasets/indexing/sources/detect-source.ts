import type { DatasetKind } from "@dailies/contract";
import { detectFormat, type FolderSight } from "@dailies/formats/detect";
import { FormatFault } from "@dailies/formats/format-fault";
import { DomainError } from "../../../../errors.ts";
import type { BucketReader, BucketReaders } from "../../../storage/index.ts";
import type { DatasetLayout, SourceRef } from "./source.ts";

export interface SourceInput {
  readonly uri: string;
  readonly kind?: DatasetKind | undefined;
  readonly layout?: DatasetLayout | undefined;
}

export interface DetectedSource extends SourceRef {
  readonly uri: string;
}

const MAX_NAMES = 1_000;
const HEAD_BYTES = 4_096;

/** The address of a folder may lack the trailing slash; that of an object is exact. */
const placeOf = async (
  bucketReader: BucketReader,
  key: string,
  signal: AbortSignal,
): Promise<Pick<SourceRef, "root" | "only">> => {
  if (key === "" || key.endsWith("/")) return { root: key, only: undefined };
  if (await bucketReader.describe(key, signal)) {
    const root = key.slice(0, key.lastIndexOf("/") + 1);
    return { root, only: key.endsWith("/index.json") || key === "index.json" ? undefined : key };
  }
  return { root: `${key}/`, only: undefined };
};

/** Detects the format of the data at an address. The error message says what was found there. */
export const detectSource = async (
  bucketReaders: BucketReaders,
  input: SourceInput,
  signal: AbortSignal,
): Promise<DetectedSource> => {
  const { bucketReader, key } = await bucketReaders.openUri(input.uri);
  const { root, only } = await placeOf(bucketReader, key, signal);
  const uri = `s3://${bucketReader.bucket}/${only ?? root}`;
  const names = await namesOf(bucketReader, root, only, signal);
  const found = detect({ names, ...(await headsOf(bucketReader, root, names, signal)) }, input);
  return { bucketReader, root, only, uri, ...found };
};

const headOf = async (bucketReader: BucketReader, key: string, signal: AbortSignal): Promise<string | undefined> => {
  const bytes = await bucketReader.size(key, signal);
  if (bytes === undefined) return undefined;
  return new TextDecoder().decode(await bucketReader.read(key, 0, Math.min(bytes, HEAD_BYTES), signal));
};

const headsOf = async (bucketReader: BucketReader, root: string, names: readonly string[], signal: AbortSignal) => {
  const csv = names.find((name) => /\.csv$/i.test(name));
  const [indexHead, csvHead] = await Promise.all([
    names.includes("index.json") ? headOf(bucketReader, `${root}index.json`, signal) : undefined,
    csv === undefined ? undefined : headOf(bucketReader, root + csv, signal),
  ]);
  const [firstRow] = csvHead?.split("\n", 1) ?? [];
  return { ...(indexHead !== undefined && { indexHead }), ...(firstRow !== undefined && { csvHead: firstRow }) };
};

const namesOf = async (
  bucketReader: BucketReader,
  root: string,
  only: string | undefined,
  signal: AbortSignal,
): Promise<string[]> => {
  if (only !== undefined) return [only.slice(root.length)];
  const { objects } = await bucketReader.list(root, { limit: MAX_NAMES, signal });
  if (objects.length === 0) throw new DomainError("not_found", "there is nothing at this address");
  const names = objects.map(({ key }) => key.slice(root.length));
  // Objects that identify a format may come after the first thousand keys.
  const telling = ["index.json", "_versions/", "metas/v0/"].map((name) => findFirst(bucketReader, root, name, signal));
  return [...names, ...(await Promise.all(telling)).flat()];
};

const findFirst = async (
  bucketReader: BucketReader,
  root: string,
  name: string,
  signal: AbortSignal,
): Promise<string[]> => {
  const { objects } = await bucketReader.list(root + name, { limit: 10, signal });
  return objects.map(({ key }) => key.slice(root.length));
};

const detect = (sight: FolderSight, { kind, layout }: SourceInput): Pick<SourceRef, "kind" | "layout"> => {
  if (kind !== undefined && kind !== "folder") return { kind, layout: layout ?? "plain" };
  try {
    const found = detectFormat(sight);
    if (kind === "folder" && found.kind !== "folder") return { kind, layout: layout ?? "plain" };
    return { kind: kind ?? found.kind, layout: layout ?? found.layout };
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    if (kind === "folder") return { kind, layout: layout ?? "plain" };
    throw new DomainError("invalid", error.message);
  }
};
