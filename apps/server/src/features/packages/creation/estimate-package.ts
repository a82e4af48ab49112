import {
  type Comparison,
  LEFT_OUT_REASONS,
  MAX_PACKAGE_SAMPLES,
  MAX_PACKAGE_SHARDS,
  MAX_SHARD_BYTES,
  type PackageEstimate,
  type PackageSettings,
  type PackageWarning,
} from "@dailies/contract";
import { mediaTypeOfName } from "@dailies/formats/media/media-names";
import { DomainError } from "../../../errors.ts";
import {
  answerInTime,
  averageValueBytes,
  bucketItems,
  checkItemQuery,
  countPackable,
  findView,
  type ItemBucket,
} from "../../datasets/index.ts";
import type { PackagesDeps } from "../packages-deps.ts";
import { readThroughput } from "./new-package.store.ts";
import { type ChosenColumn, choosePackageColumns, hasClips } from "./package-columns.ts";

/** Headers and padding of a file in a tar, on average; a word for each value and the sample elsewhere. */
const TAR_FILE_BYTES = 768;
const WORD_BYTES = 4;

const framingOf = ({ format, columns }: PackageSettings): number => {
  if (format === "WebDataset") return TAR_FILE_BYTES * (hasClips(columns) ? 2 : 1) + 16 * columns.length;
  return WORD_BYTES * (columns.length + 1);
};

/** The same rules as filters, for the counts by bucket. */
const keptFilters = ({ columns, leave_out: out }: PackageSettings): Comparison[] => [
  { field: "fault", op: "is_null" },
  ...(hasClips(columns) ? [{ field: "media_bytes", op: "gt", value: 0 } as const] : []),
  ...(out.no_caption
    ? [{ field: "caption", op: "not_null" } as const, { field: "caption", op: "ne", value: "" } as const]
    : []),
  ...(out.shorter_than_s > 0 ? [{ field: "duration_s", op: "gte", value: out.shorter_than_s } as const] : []),
  ...(out.smaller_than_px > 0 ? [{ field: "short_side", op: "gte", value: out.smaller_than_px } as const] : []),
];

/** The replica has the other types, except for the clips themselves. */
const TABLE_ONLY: readonly ChosenColumn["type"][] = ["json", "vector"];
const REPLICATED: readonly ChosenColumn["type"][] = ["text", "integer", "number", "boolean", "time"];

const sourcesOf = (columns: readonly ChosenColumn[], types: readonly ChosenColumn["type"][]): string[] =>
  columns.filter(({ type }) => types.includes(type)).map(({ source }) => source);

/** Counts in the replica, and measures a few rows of what it does not have: nothing of the source is read. */
export const estimatePackage = async (
  { db, items }: Pick<PackagesDeps, "db" | "items">,
  { viewId, settings }: { readonly viewId: string; readonly settings: PackageSettings },
  gone: AbortSignal,
): Promise<PackageEstimate> => {
  const view = await findView(db, viewId);
  if (!view) throw new DomainError("not_found", "there is no such view");
  const query = { ...view.query, version: view.version };
  const source = await checkItemQuery({ db }, view.datasetId, query);
  const columns = choosePackageColumns(source, settings);
  const { leave_out: out } = settings;
  const rules = {
    needsMedia: hasClips(columns),
    needsCaption: out.no_caption,
    shortestS: out.shorter_than_s,
    smallestPx: out.smaller_than_px,
    largestBytes: MAX_SHARD_BYTES,
    framingBytes: framingOf(settings) + (await averageValueBytes(items, source, sourcesOf(columns, TABLE_ONLY))),
    columns: sourcesOf(columns, REPLICATED),
  };
  const [counted, { buckets }] = await answerInTime(gone, async (signal) => [
    await countPackable(items, view.datasetId, query, rules, signal),
    await bucketItems(
      items,
      view.datasetId,
      { ...query, filters: [...query.filters, ...keptFilters(settings)] },
      signal,
    ),
  ]);
  const kept = counted.find(({ reason }) => reason === null);
  const {
    items: samples,
    bytes,
    largestBytes,
    durationS,
  } = kept ?? { items: 0, bytes: 0, largestBytes: 0, durationS: 0 };
  const rate = await readThroughput(db);
  const shards = Math.ceil(bytes / settings.shard_bytes);
  return {
    items: counted.reduce((sum, each) => sum + each.items, 0),
    samples,
    left_out: LEFT_OUT_REASONS.flatMap((reason) => {
      const found = counted.find((each) => each.reason === reason);
      return found ? [{ reason, items: found.items }] : [];
    }),
    duration_s: durationS,
    bytes,
    shards,
    seconds: rate === undefined ? null : Math.round(bytes / rate),
    buckets: buckets.map(toBucket),
    warnings: warningsOf(settings, columns, { samples, shards, largestBytes }),
  };
};

const toBucket = ({ labels, items, durationS, filters }: ItemBucket): PackageEstimate["buckets"][number] => {
  const [resolution = "", frames = "", aspect = ""] = labels;
  return { resolution, frames, aspect, items, duration_s: durationS, filters: [...filters] };
};

interface Counted {
  readonly samples: number;
  readonly shards: number;
  readonly largestBytes: number;
}

const warningsOf = (
  { compression, format, shard_bytes: shardBytes, leave_out: out }: PackageSettings,
  columns: readonly ChosenColumn[],
  { samples, shards, largestBytes }: Counted,
): PackageEstimate["warnings"] => {
  const isText = columns.some(({ type }) => type === "text");
  const isNamedMp4 = columns.some(({ type, name }) => type === "bytes" && !mediaTypeOfName(name));
  const warnings: readonly (readonly [boolean, PackageWarning, number?])[] = [
    [samples === 0, "no_samples"],
    [samples > MAX_PACKAGE_SAMPLES, "too_many_samples", MAX_PACKAGE_SAMPLES],
    [shards > MAX_PACKAGE_SHARDS, "too_many_shards", MAX_PACKAGE_SHARDS],
    [compression !== "none" && hasClips(columns), "compressed_clips"],
    [largestBytes > shardBytes, "samples_larger_than_shards"],
    [format === "WebDataset" && isNamedMp4, "clips_named_mp4"],
    [format === "MDS" && isText && !out.no_caption, "missing_texts"],
  ];
  return warnings.flatMap(([applies, code, limit = null]) => (applies ? [{ code, limit }] : []));
};
