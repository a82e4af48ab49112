import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface NewMetric {
  readonly sha256: Buffer;
  readonly key: string;
  readonly version: string;
  /** Empty when the metric depends on the clip only. */
  readonly about: Buffer;
  readonly value: number | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

export const insertMetrics = async (tx: Tx, metrics: readonly NewMetric[], at: Date): Promise<void> => {
  await tx
    .insertInto("clip_metric")
    .values(
      metrics.map(({ sha256, key, version, about, value, detail }) => ({
        sha256,
        metric_key: key,
        metric_version: version,
        about,
        value,
        computed_at: at,
        detail: detail === null ? null : JSON.stringify(detail),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["sha256", "metric_key", "metric_version", "about"]).doUpdateSet((eb) => ({
        value: eb.ref("excluded.value"),
        detail: eb.ref("excluded.detail"),
        computed_at: eb.ref("excluded.computed_at"),
      })),
    )
    .execute();
};

/** The metrics that exist for these bytes, as `key version about`. */
export const listKnownMetrics = async (db: Db, sha256: Buffer, abouts: readonly Buffer[]): Promise<Set<string>> => {
  const rows = await db
    .selectFrom("clip_metric")
    .select(["metric_key", "metric_version", "about"])
    .where("sha256", "=", sha256)
    .where("about", "in", [...abouts])
    .execute();
  return new Set(rows.map((row) => knownName(row.metric_key, row.metric_version, row.about)));
};

export const knownName = (key: string, version: string, about: Buffer): string =>
  `${key} ${version} ${about.toString("hex")}`;

export interface ClipMetric {
  readonly key: string;
  readonly version: string;
  /** Null with a reason in the detail when it could not be measured. */
  readonly value: number | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

interface MetricRow {
  key: string;
  version: string;
  value: number | null;
  detail: Record<string, unknown> | null;
}

const toMetric = ({ key, version, value, detail }: MetricRow): ClipMetric => ({ key, version, value, detail });

/**
 * Metrics by SHA-256 in hex. For metrics that depend on more than the bytes it returns the newest; where that matters, read
 * by clip.
 */
export const readMetrics = async (db: Db, sha256s: readonly string[]): Promise<Map<string, ClipMetric[]>> => {
  const { rows } = await sql<MetricRow & { sha256: string }>`
    select distinct on (m.sha256, m.metric_key) encode(m.sha256, 'hex') as sha256, m.metric_key as key,
      m.metric_version as version, m.value, m.detail
    from clip_metric m
    where m.sha256 in (select decode(h, 'hex') from unnest(${[...new Set(sha256s)]}::text[]) h)
    order by m.sha256, m.metric_key, (m.value is null), m.computed_at desc`.execute(db);
  return groupMetrics(rows, ({ sha256 }) => sha256);
};

/** The same for clips of evaluations by id: each with the metrics for its own prompt and request. */
export const readClipMetrics = async (db: Db, clipIds: readonly bigint[]): Promise<Map<bigint, ClipMetric[]>> => {
  const { rows } = await sql<MetricRow & { clip_id: bigint }>`
    select distinct on (clip_id, metric_key) clip_id, metric_key as key, metric_version as version, value, detail
    from evaluation_clip_metric where clip_id = any(${clipIds.map(String)}::bigint[])
    order by clip_id, metric_key, computed_at desc`.execute(db);
  return groupMetrics(rows, ({ clip_id }) => clip_id);
};

const groupMetrics = <Row extends MetricRow, Id>(
  rows: readonly Row[],
  idOf: (row: Row) => Id,
): Map<Id, ClipMetric[]> => {
  const grouped = new Map<Id, ClipMetric[]>();
  for (const [id, found] of Map.groupBy(rows, idOf)) grouped.set(id, found.map(toMetric));
  return grouped;
};
