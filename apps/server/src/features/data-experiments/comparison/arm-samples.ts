import { DomainError } from "../../../errors.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { getItemVersion, type ItemVersion, openRowStream, type Replicas } from "../../datasets/index.ts";
import {
  type ComparedSample,
  findPackage,
  type ListsDeps,
  type PackageRecord,
  packageSamples,
} from "../../packages/index.ts";
import type { ArmRow } from "../arms/arm.store.ts";

export interface CompareArmsDeps extends ListsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly replicas: Replicas;
  /** The console's datasets bucket, which has the item lists of packages. */
  readonly storage: BucketStorage;
}

/** An arm that can be read: what it measures, and its samples with these measures. */
export interface OpenArm {
  readonly samples: number;
  readonly measures: readonly string[];
  readonly read: (measures: readonly string[], signal: AbortSignal) => AsyncIterable<readonly ComparedSample[]>;
  /** Whether everything that a sample has can be compared, and not only its key. */
  readonly hasContent: boolean;
}

export const openArm = (deps: CompareArmsDeps, arm: ArmRow): Promise<OpenArm> =>
  arm.packageId === null ? openView(deps, arm) : openPackage(deps, arm.packageId);

/** What the item list of every package has. */
const LISTED = ["duration_s", "short_side", "caption_length", "media_bytes"];

const openPackage = async (deps: CompareArmsDeps, packageId: string): Promise<OpenArm> => {
  const record = await findPackage(deps.db, packageId);
  if (!record) throw new DomainError("not_found", "there is no such package");
  return {
    samples: record.samplesTotal ?? 0,
    measures: [...LISTED, ...numericSources(record)],
    read: (measures, signal) => packageSamples(deps, record, measures, signal),
    hasContent: true,
  };
};

const numericSources = ({ settings, columns }: PackageRecord): string[] => {
  const numeric = new Set((columns ?? []).filter(({ type }) => isNumeric(type)).map(({ name }) => name));
  return settings.columns.filter(({ name }) => numeric.has(name)).map(({ source }) => source);
};

const isNumeric = (type: string): boolean => type === "integer" || type === "number";

const openView = async (deps: CompareArmsDeps, arm: ArmRow): Promise<OpenArm> => {
  const source = await getItemVersion(deps, arm.datasetId, arm.version);
  const columns = source.columns.filter(({ type, is_indexed: isIndexed }) => isIndexed && isNumeric(type));
  return {
    samples: arm.samples,
    measures: columns.map(({ name }) => name),
    read: (measures, signal) => viewSamples(deps, { source, arm, measures }, signal),
    hasContent: false,
  };
};

interface ViewToRead {
  readonly source: ItemVersion;
  readonly arm: ArmRow;
  readonly measures: readonly string[];
}

async function* viewSamples(
  deps: { readonly replicas: Replicas },
  { source, arm, measures }: ViewToRead,
  signal: AbortSignal,
): AsyncGenerator<ComparedSample[]> {
  // The order of a view does not matter here, and sorting millions of items would take longer than reading them.
  const wanted = { query: arm.query, orderBy: "", names: ["key", "ordinal", ...measures] };
  const { batches } = await openRowStream(deps, source, wanted, signal);
  for await (const rows of batches) {
    signal.throwIfAborted();
    yield rows.map(([key, ordinal, ...values]) => ({
      key: String(key),
      ordinal: Number(ordinal),
      fingerprint: 0n,
      measures: values.map((value) => {
        const number = typeof value === "bigint" || typeof value === "number" ? Number(value) : Number.NaN;
        return Number.isFinite(number) ? number : null;
      }),
    }));
  }
}
