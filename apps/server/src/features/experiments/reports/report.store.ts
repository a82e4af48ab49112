import type { Curve, ExperimentRunDetail, SamplePrompt } from "@dailies/contract";
import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { ExperimentReport as ReportTable } from "../../../platform/db/database.types.ts";
import type { SampleRow } from "../samples/sample.store.ts";

export type ReportRow = Selectable<ReportTable>;

export interface NewReport {
  readonly id: string;
  readonly name: string;
  readonly createdBy: string;
  readonly requestKey: string;
  readonly at: Date;
  readonly settings: object;
  readonly runs: readonly ExperimentRunDetail[];
  readonly prompts: readonly SamplePrompt[];
  readonly step: number | undefined;
  readonly curves: readonly { readonly metric: string; readonly curves: readonly Curve[] }[];
  readonly samples: readonly SampleRow[];
}

/** False when an equal request has stored it already. */
export const insertReport = async (tx: Tx, report: NewReport): Promise<boolean> => {
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto("experiment_report")
    .values({
      id: report.id,
      name: report.name,
      created_by: report.createdBy,
      request_key: report.requestKey,
      created_at: report.at,
      settings: JSON.stringify(report.settings),
      metrics: report.curves.map(({ metric }) => metric),
      runs: JSON.stringify(report.runs),
      run_count: report.runs.length,
      prompts: JSON.stringify(report.prompts),
      step: report.step === undefined ? null : BigInt(report.step),
    })
    .onConflict((conflict) => conflict.columns(["created_by", "request_key"]).doNothing())
    .executeTakeFirstOrThrow();
  if (inserted === 0n) return false;
  for (const { metric, curves } of report.curves) {
    const row = { report_id: report.id, metric, curves: JSON.stringify(curves) };
    await tx.insertInto("experiment_report_curve").values(row).execute();
  }
  const { samples } = report;
  await sql`
    insert into experiment_report_sample (report_id, run_id, prompt_sha256, step, asset_id, logged_at)
    select ${report.id}, run_id, decode(prompt, 'hex'), step, asset_id, logged_at
    from unnest(${samples.map((each) => each.run_id)}::uuid[], ${samples.map(({ prompt }) => prompt)}::text[],
      ${samples.map(({ step }) => step)}::bigint[], ${samples.map((each) => each.asset_id)}::uuid[],
      ${samples.map((each) => each.logged_at)}::timestamptz[]) as n (run_id, prompt, step, asset_id, logged_at)`.execute(
    tx,
  );
  return true;
};

/** Serialises the reports of one person, so that their number stays valid until the transaction ends. */
export const countReportsSince = async (tx: Tx, createdBy: string, since: Date): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('reports of ' || ${createdBy}::text, 0))`.execute(tx);
  const { made } = await tx
    .selectFrom("experiment_report")
    .select((eb) => eb.fn.countAll<bigint>().as("made"))
    .where("created_by", "=", createdBy)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(made);
};

export const findReportByRequest = (db: Db, createdBy: string, requestKey: string) =>
  db
    .selectFrom("experiment_report")
    .select(["id", "name"])
    .where("created_by", "=", createdBy)
    .where("request_key", "=", requestKey)
    .executeTakeFirst();

export const findReport = (db: Db, id: string): Promise<ReportRow | undefined> =>
  db.selectFrom("experiment_report").selectAll().where("id", "=", id).executeTakeFirst();

/** By keyset, one more than the limit. */
export const listReportRows = (db: Db, { limit, after }: { limit: number; after: string | undefined }) => {
  let query = db.selectFrom("experiment_report").select(["id", "name", "run_count", "created_by", "created_at"]);
  if (after !== undefined) query = query.where("id", "<", after);
  return query
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
};

export const findReportCurves = (db: Db, id: string, metric: string) =>
  db
    .selectFrom("experiment_report_curve")
    .select("curves")
    .where("report_id", "=", id)
    .where("metric", "=", metric)
    .executeTakeFirst();

export const listReportSampleRows = async (db: Db, id: string): Promise<SampleRow[]> => {
  const { rows } = await sql<SampleRow>`
    select s.run_id, encode(s.prompt_sha256, 'hex') as prompt, s.step::float8, s.logged_at, s.asset_id,
      coalesce(a.status, 'Deleted') as status, coalesce(a.visibility = 'internal', false) as is_shared
    from experiment_report_sample s left join asset a on a.id = s.asset_id where s.report_id = ${id}`.execute(db);
  return rows;
};

export interface RunNow {
  readonly id: string;
  readonly status: string;
  readonly last_logged_at: Date;
  readonly gone_at: Date | null;
}

/** What is known of runs now. */
export const listRunsNow = async (db: Db, ids: readonly string[]): Promise<RunNow[]> => {
  const { rows } = await sql<RunNow>`
    select r.id, r.status, s.last_logged_at, x.gone_at from experiment_run r
    join experiment_run_state s on s.run_id = r.id left join run_source_run x on x.run_id = r.id
    where r.id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
};
