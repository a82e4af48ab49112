// Runs of training programs: written by signed requests, read and compared by internal users.
import { type experimentsRoutes, parseRunFilter } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { toExperimentItem } from "./experiments.dto.ts";
import type { ExperimentsDeps } from "./experiments-deps.ts";
import { createRun } from "./logging/create-run.ts";
import { logBatch, noSuchRun } from "./logging/log-batch.ts";
import { updateRun } from "./logging/update-run.ts";
import { annotateRun } from "./runs/annotate-run.ts";
import { listColumns, listExperiments } from "./runs/experiment.store.ts";
import { getRun, getRuns, listRuns } from "./runs/list-runs.ts";
import { listLogChunks } from "./runs/run.store.ts";
import { listSampleSteps, listSamples } from "./samples/list-samples.ts";
import { completeSampleUpload, createSampleUpload } from "./samples/upload-sample.ts";
import { readAllCurves, readAllSparklines } from "./sources/curves/read-all-curves.ts";

type AllHandlers = Handlers<typeof experimentsRoutes>;
type WritingCalls = "createRun" | "logBatch" | "updateRun" | "createSampleUpload" | "completeSampleUpload";

const dateOf = (moment: string | undefined): Date | undefined => (moment === undefined ? undefined : new Date(moment));

const writingHandlers = (deps: ExperimentsDeps): Pick<AllHandlers, WritingCalls> => ({
  async createRun({ body, service, context }) {
    const { request_key: requestKey, started_at: startedAt, ...rest } = body;
    const asked = { ...rest, requestKey, owner: body.owner, startedAt: dateOf(startedAt) };
    const { id, experimentId, isReplay } = await createRun(deps.db, service, { asked, at: context.at });
    return { id, experiment_id: experimentId, is_replay: isReplay };
  },

  async logBatch({ params, body, service, context }) {
    const batch = {
      batchKey: body.batch_key,
      metrics: body.metrics.map(({ key, steps, values, times }) => ({ key, steps, values, times })),
      samples: body.samples.map(({ prompt, step, asset_id: assetId }) => ({ prompt, step, assetId })),
      lines: body.lines,
    };
    const { isReplay, points } = await logBatch(deps.db, service, { runId: params.id, batch, at: context.at });
    return { is_replay: isReplay, points };
  },

  async updateRun({ params, body, service, context }) {
    const { status, ended_at: endedAt, params: more, tags } = body;
    const update = { status, endedAt: dateOf(endedAt), params: more, tags };
    await updateRun(deps.db, service, { runId: params.id, update, at: context.at });
    return { ok: true };
  },

  async createSampleUpload({ params, body, service, context }) {
    const file = { name: body.name, mime: body.mime, sizeBytes: body.size };
    return createSampleUpload(deps, { service, requestId: context.requestId, at: context.at }, params.id, file);
  },

  async completeSampleUpload({ params, body, service, context }) {
    const file = { assetId: body.asset_id, sha256: body.sha256 };
    await completeSampleUpload(deps, { service, requestId: context.requestId, at: context.at }, params.id, file);
    return { ok: true };
  },
});

const readingHandlers = (deps: ExperimentsDeps): Omit<AllHandlers, WritingCalls> => {
  const { db } = deps;
  return {
    async listExperiments({ query }) {
      const rows = await listExperiments(db, { words: query.q?.trim(), limit: query.limit });
      return { items: rows.slice(0, query.limit).map(toExperimentItem), has_more: rows.length > query.limit };
    },

    async listRuns({ query }) {
      const { items, nextCursor, isPartial } = await listRuns(db, {
        experimentId: query.experiment_id,
        sourceId: query.source_id,
        status: query.status,
        words: query.q?.trim(),
        conditions: parseRunFilter(query.filter ?? ""),
        params: query.param,
        metrics: query.metric,
        limit: query.limit,
        after: query.cursor,
      });
      return { items, next_cursor: nextCursor, is_partial: isPartial };
    },

    async listRunColumns({ query }) {
      const { experiment_id: experimentId, kind, q, limit } = query;
      const rows = await listColumns(db, { experimentId, kind, words: q?.trim(), limit });
      return { items: rows.slice(0, limit), has_more: rows.length > limit };
    },

    async getRun({ params }) {
      return getRun(db, params.id);
    },

    async annotateRun({ params, body, context }) {
      const { expect_revision: expectRevision, notes, tags } = body;
      await annotateRun(db, context, params.id, { expectRevision, notes, tags });
      return getRun(db, params.id);
    },

    async getRunLog({ params, query }) {
      const rows = await listLogChunks(db, params.id, { before: query.before, limit: query.limit });
      if (!rows) throw noSuchRun();
      const items = rows.slice(0, query.limit).map(({ number, logged_at: at, lines }) => ({
        number,
        logged_at: at.toISOString(),
        lines,
      }));
      return { items: items.reverse(), has_more: rows.length > query.limit };
    },

    async compareRuns({ query }) {
      return { items: await getRuns(db, query.run_id) };
    },

    async readCurves({ query }) {
      const { run_id, metric, from_step: fromStep, to_step: toStep, buckets } = query;
      const runIds = [...new Set(run_id)];
      return { items: await readAllCurves(deps.sources, { runIds, metric, fromStep, toStep, buckets }) };
    },

    async readSparklines({ query }) {
      const curves = await readAllSparklines(deps.sources, [...new Set(query.run_id)], query.metric);
      return {
        items: curves.map(({ run_id, min, max, mean, nan, infinite }) => ({ run_id, min, max, mean, nan, infinite })),
      };
    },

    async listSampleSteps({ query }) {
      const { prompts, steps, hasMore } = await listSampleSteps(deps, query.run_id);
      return { prompts, steps, has_more: hasMore };
    },

    async listSamples({ query, actor }) {
      const toStep = query.step ?? Number.MAX_SAFE_INTEGER;
      const wanted = { runIds: [...new Set(query.run_id)], prompts: [...new Set(query.prompt)], toStep };
      return { items: await listSamples(deps, actor, wanted) };
    },
  };
};

export const experimentsHandlers = (deps: ExperimentsDeps): AllHandlers => ({
  ...writingHandlers(deps),
  ...readingHandlers(deps),
});
