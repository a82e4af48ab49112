// Questions about data: arms that differ only in data, their runs, and a decision with the numbers behind it.
import type { DataExperimentItem, dataExperimentsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Db } from "../../platform/db/database.ts";
import { attachRuns, detachRun, proposeRuns } from "./arms/attach-runs.ts";
import { compareArmsAgain } from "./comparison/start-comparisons.ts";
import { decide, reopen } from "./decisions/decide.ts";
import { getDataExperiment } from "./decisions/read-experiment.ts";
import { attachJudging, detachJudging } from "./judgings/attach-judging.ts";
import { createDataExperiment } from "./questions/create-data-experiment.ts";
import { type DataExperimentRow, listDataExperiments } from "./questions/data-experiment.store.ts";

const toItem = (row: DataExperimentRow): DataExperimentItem => ({
  id: row.id,
  question: row.question,
  metric: row.metric,
  direction: row.direction,
  state: row.state,
  arms: row.arms,
  runs: row.runs,
  chosen: row.chosen === null ? null : (row.arms[row.chosen - 1] ?? null),
  created_by: row.creator,
  created_at: row.createdAt.toISOString(),
  decided_at: row.decidedAt?.toISOString() ?? null,
});

export const dataExperimentsHandlers = ({ db }: { readonly db: Db }): Handlers<typeof dataExperimentsRoutes> => ({
  async listDataExperiments({ query }) {
    const { state, q, limit, cursor: after } = query;
    const rows = await listDataExperiments(db, { state, words: q?.trim(), limit, after });
    const page = rows.slice(0, limit);
    return { items: page.map(toItem), next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
  },

  async createDataExperiment({ body, context }) {
    const { request_key: requestKey, min_difference: minDifference, ...input } = body;
    const id = await createDataExperiment(db, context, { ...input, requestKey, minDifference });
    return getDataExperiment(db, id);
  },

  async getDataExperiment({ params }) {
    return getDataExperiment(db, params.id);
  },

  async listProposedRuns({ params }) {
    return { items: await proposeRuns(db, params.id) };
  },

  async attachRuns({ params, body, context }) {
    await attachRuns(db, context, params.id, { position: body.position, runIds: body.run_ids });
    return getDataExperiment(db, params.id);
  },

  async detachRun({ params, body, context }) {
    await detachRun(db, context, params.id, body.run_id);
    return getDataExperiment(db, params.id);
  },

  async attachJudging({ params, body, context }) {
    const arms = body.arms.map(({ position, column_id: columnId }) => ({ position, columnId }));
    await attachJudging(db, context, params.id, { taskId: body.task_id, arms });
    return getDataExperiment(db, params.id);
  },

  async detachJudging({ params, body, context }) {
    await detachJudging(db, context, params.id, body.task_id);
    return getDataExperiment(db, params.id);
  },

  async compareArms({ params, context }) {
    await compareArmsAgain(db, context, params.id);
    return getDataExperiment(db, params.id);
  },

  async decideDataExperiment({ params, body, context }) {
    const { expect_revision: expectRevision, chosen, reason } = body;
    await decide(db, context, params.id, { expectRevision, chosen, reason });
    return getDataExperiment(db, params.id);
  },

  async reopenDataExperiment({ params, body, context }) {
    const { expect_revision: expectRevision, reason } = body;
    await reopen(db, context, params.id, { expectRevision, reason });
    return getDataExperiment(db, params.id);
  },
});
