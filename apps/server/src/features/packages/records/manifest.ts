import { canonicalJson } from "@dailies/statistics/math/canonical";
import type { PackageRecord } from "../package.store.ts";
import { packageSource } from "./package.dto.ts";
import type { LeftOutSum } from "./package-record.store.ts";

/** Labels that a package contains, or that decided what is in it. */
export interface LabelSnapshot {
  readonly name: string;
  readonly task: string;
  readonly answers: string;
  readonly asOf: Date;
  readonly sha256: string | null;
}

export interface ManifestShard {
  readonly name: string;
  readonly samples: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Known once all shards are written. */
export interface WrittenContent {
  readonly contentSha256: string;
  readonly durationS: number;
  /** Of the server that wrote the package. */
  readonly code: { readonly version: string; readonly commit: string };
}

export interface ManifestInput extends WrittenContent {
  readonly record: PackageRecord;
  readonly leftOut: readonly LeftOutSum[];
  readonly labelSnapshots: readonly LabelSnapshot[];
}

const MANIFEST_VERSION = 1;

/** Whatever a repeated package has of its own is in `package`: all the rest is equal if its bytes are. */
const describe = ({ record, contentSha256, durationS, code, leftOut, labelSnapshots }: ManifestInput) => ({
  manifest_version: MANIFEST_VERSION,
  package: {
    id: record.id,
    name: record.name,
    number: record.number,
    note: record.note,
    repeats: record.repeats,
    created_by: record.creator,
    created_at: record.createdAt.toISOString(),
  },
  source: packageSource(record),
  settings: record.settings,
  columns: record.columns ?? [],
  label_snapshots: labelSnapshots.map(({ asOf, ...snapshot }) => ({ ...snapshot, as_of: asOf.toISOString() })),
  code,
  samples: record.samplesDone,
  bytes: record.bytesDone,
  duration_s: durationS,
  left_out: leftOut,
  item_list_sha256: record.itemListSha256,
  content_sha256: contentSha256,
});

/**
 * The manifest as JSON with sorted keys, one shard on each line: equal inputs give equal bytes. Streamed, because a package
 * has up to a hundred thousand shards.
 */
export async function* manifestOf(
  input: ManifestInput,
  batches: AsyncIterable<readonly ManifestShard[]>,
): AsyncGenerator<string> {
  const described: Readonly<Record<string, unknown>> = { ...describe(input), shards: undefined };
  let before = "{\n";
  for (const key of Object.keys(described).sort()) {
    yield `${before}${JSON.stringify(key)}:`;
    before = ",\n";
    if (key === "shards") yield* shardLines(batches);
    else yield canonicalJson(described[key]);
  }
  yield "\n}\n";
}

async function* shardLines(batches: AsyncIterable<readonly ManifestShard[]>): AsyncGenerator<string> {
  yield "[";
  let before = "\n";
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield before +
      batch.map(({ name, samples, bytes, sha256 }) => canonicalJson({ name, samples, bytes, sha256 })).join(",\n");
    before = ",\n";
  }
  yield "\n]";
}
