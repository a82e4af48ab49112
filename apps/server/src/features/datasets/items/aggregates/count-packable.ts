import { allOf } from "@dailies/contract";
import type { ItemsDeps } from "../items-deps.ts";
import { getItemVersion, type ItemQuery, readPredicate, readWords, select } from "../query/open-selection.ts";
import { doubleSql } from "../replica/double-sql.ts";
import { type CountedReason, countByReason } from "../replica/packing.store.ts";
import type { Replica } from "../replica/replica.ts";

/** What a sample needs so that it can be packed, and what it takes besides its values. */
export interface PackingRules {
  readonly needsMedia: boolean;
  readonly needsCaption: boolean;
  /** 0 keeps all. */
  readonly shortestS: number;
  /** Of the shorter side; 0 keeps all. */
  readonly smallestPx: number;
  readonly largestBytes: number;
  /** Of each sample, besides its values. */
  readonly framingBytes: number;
  /** Columns whose values are packed, besides the clip. */
  readonly columns: readonly string[];
}

const NUMBER_BYTES = 8;

/** Counts the items of a query by the first reason not to pack them. Sizes of values are approximate. */
export const countPackable = async (
  { db, replicas }: Pick<ItemsDeps, "db" | "replicas">,
  datasetId: string,
  { filters, where, q, version }: ItemQuery,
  rules: PackingRules,
  signal: AbortSignal,
): Promise<CountedReason[]> => {
  const source = await getItemVersion({ db }, datasetId, version);
  const replica = await replicas.openWhole(source, signal);
  const selection = select(source, replica, allOf(...filters, readPredicate(where)), readWords(q));
  const bytesSql = bytesOf(replica, rules);
  const tooLarge = { reason: "too_large", sql: `(${bytesSql}) > ${rules.largestBytes}` };
  const reasons = [...packingReasons(replica, rules), tooLarge];
  return countByReason(await replicas.engine(), selection, { reasons, bytesSql }, signal);
};

const idOf = ({ byName }: Replica, name: string): string => byName.get(name)?.id ?? "null";

const bytesOf = (replica: Replica, { needsMedia, framingBytes, columns }: PackingRules): string => {
  const sizes = columns.map((name) => {
    const column = replica.byName.get(name);
    return column?.type === "VARCHAR" ? `coalesce(strlen(${column.id}), 0)` : String(NUMBER_BYTES);
  });
  const media = needsMedia ? [`coalesce(${idOf(replica, "media_bytes")}, 0)`] : [];
  return [String(framingBytes), ...media, ...sizes].map((size) => `${size}::bigint`).join(" + ");
};

/** Why a row is not packed, the first reason that applies to it first. */
export const packingReasons = (
  replica: Replica,
  rules: Omit<PackingRules, "framingBytes" | "columns" | "largestBytes">,
) => {
  const [media, caption] = [idOf(replica, "media_bytes"), idOf(replica, "caption")];
  const below = (name: string, limit: number): string => `coalesce(${idOf(replica, name)}, -1) < ${doubleSql(limit)}`;
  return [
    { reason: "faulty" as const, sql: `${idOf(replica, "fault")} is not null`, isOn: true },
    {
      reason: "no_media" as const,
      sql: `(coalesce(${media}, 0) <= 0 or ${idOf(replica, "object")} is null)`,
      isOn: rules.needsMedia,
    },
    { reason: "no_caption" as const, sql: `coalesce(${caption}, '') = ''`, isOn: rules.needsCaption },
    { reason: "too_short" as const, sql: below("duration_s", rules.shortestS), isOn: rules.shortestS > 0 },
    { reason: "too_small" as const, sql: below("short_side", rules.smallestPx), isOn: rules.smallestPx > 0 },
  ].filter(({ isOn }) => isOn);
};
