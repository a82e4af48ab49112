import {
  type FieldValue,
  type ProcessingFault,
  type ProcessingPhase,
  type ProcessingResources,
  type ProcessingStatus,
  type ProcessingTemplate,
  processingResources,
} from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { likePattern } from "../../../platform/db/like-pattern.ts";
import { type KeptQuery, keptQuery } from "../../datasets/index.ts";

/** A run with the names of what it was made from. */
export interface RunRecord {
  readonly id: string;
  readonly name: string;
  readonly template: ProcessingTemplate;
  readonly parameters: Readonly<Record<string, FieldValue>>;
  readonly resources: ProcessingResources;
  readonly datasetId: string;
  readonly datasetName: string;
  readonly version: number;
  readonly viewId: string;
  readonly viewName: string;
  readonly query: KeptQuery;
  readonly orderBy: string;
  readonly clusterId: string;
  readonly clusterName: string;
  readonly status: ProcessingStatus;
  readonly phase: ProcessingPhase | null;
  readonly partItems: number;
  readonly itemsTotal: number | null;
  readonly partsTotal: number | null;
  readonly partsDone: number;
  readonly rowsOut: number | null;
  readonly itemsFailed: number | null;
  readonly outputDatasetId: string | null;
  readonly outputDatasetName: string | null;
  readonly cpuSeconds: number;
  readonly gpuSeconds: number;
  readonly attempt: number;
  readonly fault: ProcessingFault | null;
  readonly error: string | null;
  readonly cancelAskedAt: Date | null;
  readonly followedAt: Date | null;
  readonly silentSince: Date | null;
  readonly createdBy: string;
  readonly creator: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** To be followed by a condition on `r`. */
const SELECTED_RUN = sql`
  select r.id, r.name, r.template, r.parameters, r.resources, r.dataset_id as "datasetId", d.name as "datasetName", r.version,
    r.view_id as "viewId", w.name as "viewName", r.query, r.order_by as "orderBy", r.cluster_id as "clusterId",
    c.name as "clusterName", r.status, r.phase, r.part_items as "partItems", r.items_total::float8 as "itemsTotal",
    r.parts_total as "partsTotal", r.parts_done as "partsDone", r.rows_out::float8 as "rowsOut",
    r.items_failed::float8 as "itemsFailed", r.output_dataset_id as "outputDatasetId", o.name as "outputDatasetName",
    r.cpu_seconds as "cpuSeconds", r.gpu_seconds as "gpuSeconds", r.attempt, r.fault, r.error,
    r.cancel_asked_at as "cancelAskedAt", r.followed_at as "followedAt", r.silent_since as "silentSince",
    r.created_by as "createdBy", u.username as creator, r.created_at as "createdAt", r.started_at as "startedAt",
    r.finished_at as "finishedAt"
  from processing_run r join dataset d on d.id = r.dataset_id join dataset_view w on w.id = r.view_id
    join cluster c on c.id = r.cluster_id join console_user u on u.id = r.created_by
    left join dataset o on o.id = r.output_dataset_id`;

const toRecord = (row: RunRecord): RunRecord => ({
  ...row,
  query: keptQuery.parse(row.query),
  resources: processingResources.parse(row.resources),
});

export const findRun = async (db: Db, id: string): Promise<RunRecord | undefined> => {
  const { rows } = await sql<RunRecord>`${SELECTED_RUN} where r.id = ${id}`.execute(db);
  return rows.map(toRecord)[0];
};

export const findRunByRequest = async (db: Db, userId: string, requestKey: string): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select id from processing_run where created_by = ${userId} and request_key = ${requestKey}`.execute(db);
  return rows[0]?.id;
};

export interface RunFilter {
  readonly words: string;
  readonly status?: ProcessingStatus | undefined;
  readonly clusterId?: string | undefined;
}

const conditions = ({ words, status, clusterId }: RunFilter): RawBuilder<unknown> => {
  const all = [sql`true`];
  if (words.trim() !== "") all.push(sql`lower(r.name) like lower(${likePattern(words.trim())})`);
  if (status !== undefined) all.push(sql`r.status = ${status}`);
  if (clusterId !== undefined) all.push(sql`r.cluster_id = ${clusterId}`);
  return sql.join(all, sql` and `);
};

/** Newest first. */
export const listRuns = async (
  db: Db,
  filter: RunFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ records: RunRecord[]; total: number }> => {
  const where = conditions(filter);
  const [{ rows }, counted] = await Promise.all([
    sql<RunRecord>`${SELECTED_RUN} where ${where}
      order by r.created_at desc, r.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from processing_run r where ${where}`.execute(db),
  ]);
  return { records: rows.map(toRecord), total: counted.rows[0]?.total ?? 0 };
};

/** Items a second of the newest runs of a template that finished. Undefined without one. */
export const readThroughput = async (db: Db, template: ProcessingTemplate): Promise<number | undefined> => {
  const { rows } = await sql<{ rate: number | null }>`
    select sum(items_total)::float8 / nullif(sum(extract(epoch from finished_at - started_at)), 0)::float8 as rate
    from (
      select items_total, finished_at, started_at from processing_run
      where status = 'Finished' and template = ${template} and attempt = 1 order by created_at desc, id desc limit 20
    ) recent`.execute(db);
  const rate = rows[0]?.rate ?? 0;
  return rate > 0 ? rate : undefined;
};
