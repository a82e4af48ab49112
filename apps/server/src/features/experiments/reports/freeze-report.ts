import { type Curve, MAX_REPORT_PROMPTS, MAX_REPORTS_A_DAY } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { ExperimentsDeps } from "../experiments-deps.ts";
import { getRuns } from "../runs/list-runs.ts";
import { listNewestSamples, listPrompts } from "../samples/sample.store.ts";
import { readAllCurves } from "../sources/curves/read-all-curves.ts";
import { countReportsSince, findReportByRequest, insertReport } from "./report.store.ts";

/** About one for each two pixels of a chart on a page. */
const BUCKETS = 400;
const DAY_MS = 86_400_000;

export interface ViewToFreeze {
  readonly requestKey: string;
  readonly name: string;
  readonly runIds: readonly string[];
  readonly metrics: readonly string[];
  readonly settings: { readonly axis: string; readonly smoothing: number; readonly is_log: boolean };
  readonly step: number | undefined;
}

/** Stores a comparison as it is now, idempotent by request key. The server reads it itself: nobody can make one up. */
export const freezeReport = async (
  deps: ExperimentsDeps,
  context: RequestContext,
  view: ViewToFreeze,
): Promise<string> => {
  const { db } = deps;
  const createdBy = context.actor.username;
  const earlier = await findReportByRequest(db, createdBy, view.requestKey);
  if (earlier) return sameReport(earlier, view);
  const runIds = [...new Set(view.runIds)];
  const metrics = [...new Set(view.metrics)];
  const runs = (await getRuns(db, runIds)).map((run) => ({
    ...run,
    metrics: run.metrics.filter(({ key }) => metrics.includes(key)),
  }));
  const curves: { metric: string; curves: Curve[] }[] = [];
  for (const metric of metrics) {
    const query = { runIds, metric, fromStep: undefined, toStep: undefined, buckets: BUCKETS };
    curves.push({ metric, curves: await readAllCurves(deps.sources, query) });
  }
  const prompts = await listPrompts(db, runIds, MAX_REPORT_PROMPTS);
  const toStep = view.step ?? Number.MAX_SAFE_INTEGER;
  const samples = await listNewestSamples(db, { runIds, prompts: prompts.map(({ key }) => key), toStep });
  const id = newId();
  const isNew = await db.transaction().execute(async (tx) => {
    const made = await countReportsSince(tx, createdBy, new Date(context.at.getTime() - DAY_MS));
    if (made >= MAX_REPORTS_A_DAY) {
      throw new DomainError(
        "conflict",
        `you have frozen ${MAX_REPORTS_A_DAY} reports within 24 hours, which is the limit`,
      );
    }
    const frozen = { ...view, id, createdBy, at: context.at, runs, prompts, curves, samples };
    if (!(await insertReport(tx, frozen))) return false;
    await recordOperation(tx, auditActor(context), {
      opType: "Freeze_experiment_report",
      subjects: [`experiment-report:${id}`, ...runIds.map((runId) => `experiment-run:${runId}`)],
      meta: { name: view.name, runs: runs.map(({ name }) => name) },
    });
    return true;
  });
  if (isNew) return id;
  const other = await findReportByRequest(db, createdBy, view.requestKey);
  if (!other) throw new DomainError("conflict", "the report could not be stored; try again");
  return sameReport(other, view);
};

const sameReport = (earlier: { readonly id: string; readonly name: string }, { name }: ViewToFreeze): string => {
  if (earlier.name !== name) throw new DomainError("conflict", "this request key was used for another report");
  return earlier.id;
};
