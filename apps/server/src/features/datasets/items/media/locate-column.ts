import type { DatasetColumn } from "@dailies/contract";
import { readSample } from "@dailies/formats/mds/shards/read-sample";
import { splitSampleName } from "@dailies/formats/tar/group-samples";
import { walkTar } from "@dailies/formats/tar/walk-tar";
import { DomainError } from "../../../../errors.ts";
import { type BucketReader, readUri } from "../../../storage/index.ts";
import { openKeptIndex } from "../../indexing/sources/mds-index-cache.ts";
import type { ItemVersion } from "../item-version.store.ts";
import { TIME_LIMIT_MS } from "../query/answer-in-time.ts";
import type { RawRow } from "../rows/item-rows.ts";

interface Located {
  readonly object: string;
  readonly begin: number;
  readonly end: number;
}

interface Wanted {
  readonly bucketReader: BucketReader;
  readonly source: ItemVersion;
  readonly row: RawRow;
  readonly column: DatasetColumn;
}

const MAX_MEMBERS = 1_000;

/** Returns the byte range of one column of a sample in its object. */
export const locateColumn = async (wanted: Wanted, signal: AbortSignal): Promise<Located> => {
  const object = wanted.row.get("sample_object");
  if (typeof object !== "string") throw cannotSay();
  if (wanted.source.kind === "MDS") return locateInMds(wanted, object, signal);
  if (wanted.source.kind === "WebDataset") return locateInTar(wanted, object, signal);
  throw cannotSay();
};

const cannotSay = (): DomainError =>
  new DomainError("invalid", "the bytes of this column cannot be read one by one in this format");

/** A column whose name clashed with a reserved one has a trailing underscore that is not in the data. */
const isNamed = (column: DatasetColumn, name: string): boolean =>
  column.name === name || column.name.replace(/_+$/, "") === name;

const locateInMds = async (
  { bucketReader, source, row, column }: Wanted,
  object: string,
  signal: AbortSignal,
): Promise<Located> => {
  const folder = readUri(source.uri)?.key ?? "";
  const key = `${folder}${folder === "" || folder.endsWith("/") ? "" : "/"}index.json`;
  // Other requests may share this load of the index, so a client disconnect must not abort it.
  const index = await openKeptIndex(bucketReader, key, AbortSignal.timeout(TIME_LIMIT_MS));
  signal.throwIfAborted();
  const number = Number(String(row.get("key")).split(":").at(-1));
  for (let at = 0; at < index.shardCount; at++) {
    const shard = index.shardAt(at);
    if (shard.data.object !== object) continue;
    const sample = await readSample(bucketReader, shard, number, { signal });
    const found = sample.columns.find(({ name }) => isNamed(column, name));
    if (found) return { object, begin: found.begin, end: found.end };
  }
  throw cannotSay();
};

const locateInTar = async (
  { bucketReader, row, column }: Wanted,
  object: string,
  signal: AbortSignal,
): Promise<Located> => {
  const from = Number(row.get("sample_offset") ?? 0);
  let members = 0;
  for await (const member of walkTar(bucketReader, object, { from }, signal)) {
    members += 1;
    const named = splitSampleName(member.name);
    if (members > MAX_MEMBERS || (named && named.key !== row.get("key"))) break;
    if (named && isNamed(column, named.suffix))
      return { object, begin: member.offset, end: member.offset + member.bytes };
  }
  throw cannotSay();
};
