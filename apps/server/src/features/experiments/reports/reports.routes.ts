// Comparisons of runs that were frozen as they were.
import type {
  Curve,
  ExperimentReport,
  ExperimentRunDetail,
  ExperimentRunStatus,
  experimentReportsRoutes,
  ReportChange,
  SamplePrompt,
} from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import type { ExperimentsDeps } from "../experiments-deps.ts";
import { toSamples } from "../samples/list-samples.ts";
import { freezeReport } from "./freeze-report.ts";
import {
  findReport,
  findReportCurves,
  listReportRows,
  listReportSampleRows,
  listRunsNow,
  type ReportRow,
  type RunNow,
} from "./report.store.ts";

const noReport = (): DomainError => new DomainError("not_found", "there is no report with this id");

/** What became of a run since it was frozen; undefined when nothing did. */
const changeOf = (run: ExperimentRunDetail, now: RunNow | undefined): ReportChange | undefined => {
  if (!now) return { run_id: run.id, kind: "deleted", status: null, last_logged_at: null };
  const known = {
    run_id: run.id,
    status: now.status as ExperimentRunStatus,
    last_logged_at: now.last_logged_at.toISOString(),
  };
  if (now.gone_at !== null && run.source?.gone_at === null) return { ...known, kind: "gone" };
  const isContinued = now.status !== run.status || now.last_logged_at.getTime() > Date.parse(run.last_logged_at);
  return isContinued ? { ...known, kind: "continued" } : undefined;
};

const toReport = (row: ReportRow, now: readonly RunNow[]): ExperimentReport => {
  const runs = row.runs as unknown as ExperimentRunDetail[];
  return {
    id: row.id,
    name: row.name,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    settings: row.settings as unknown as ExperimentReport["settings"],
    metrics: row.metrics,
    runs,
    prompts: row.prompts as unknown as SamplePrompt[],
    step: row.step === null ? null : Number(row.step),
    changes: runs.flatMap(
      (run) =>
        changeOf(
          run,
          now.find(({ id }) => id === run.id),
        ) ?? [],
    ),
  };
};

export const experimentReportsHandlers = (deps: ExperimentsDeps): Handlers<typeof experimentReportsRoutes> => {
  const { db } = deps;
  const requireReport = async (id: string): Promise<ReportRow> => {
    const row = await findReport(db, id);
    if (!row) throw noReport();
    return row;
  };
  return {
    async createReport({ body, context }) {
      const { request_key: requestKey, name, run_ids: runIds, metrics, settings, step } = body;
      return { id: await freezeReport(deps, context, { requestKey, name, runIds, metrics, settings, step }) };
    },

    async listReports({ query }) {
      const rows = await listReportRows(db, { limit: query.limit, after: query.cursor });
      const items = rows.slice(0, query.limit).map((row) => ({
        id: row.id,
        name: row.name,
        runs: row.run_count,
        created_by: row.created_by,
        created_at: row.created_at.toISOString(),
      }));
      return { items, next_cursor: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null };
    },

    async getReport({ params }) {
      const row = await requireReport(params.id);
      const ids = (row.runs as unknown as ExperimentRunDetail[]).map(({ id }) => id);
      return toReport(row, await listRunsNow(db, ids));
    },

    async readReportCurves({ params, query }) {
      const found = await findReportCurves(db, params.id, query.metric);
      if (!found) throw noReport();
      return { items: found.curves as unknown as Curve[] };
    },

    async listReportSamples({ params, actor }) {
      await requireReport(params.id);
      return { items: await toSamples(deps, actor, await listReportSampleRows(db, params.id)) };
    },
  };
};
