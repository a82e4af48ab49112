// Data processing: a job on a Ray cluster reads a dataset view, and its output becomes a dataset.
// Serves the tab "Processing" of /data-pipeline.
import type { processingRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { cancelProcessing, createProcessing, retryProcessing } from "./creation/create-processing.ts";
import { estimateProcessing } from "./creation/estimate-processing.ts";
import type { ProcessingDeps } from "./processing-deps.ts";
import { getProcessingDetail, toProcessingRun } from "./records/processing.dto.ts";
import { listRuns } from "./records/run.store.ts";

export const processingHandlers = (deps: ProcessingDeps): Handlers<typeof processingRoutes> => ({
  estimateProcessing: ({ body: { view_id: viewId, template }, context }) =>
    context.withRequestSignal((gone) => estimateProcessing(deps, { viewId, template }, gone)),
  async createProcessing({ body, context }) {
    const { view_id: viewId, cluster_id: clusterId, request_key: requestKey, ...input } = body;
    const id = await createProcessing(deps, context, { ...input, viewId, clusterId, requestKey });
    return getProcessingDetail(deps, context.actor, id);
  },
  async listProcessing({ query, actor }) {
    const { limit, offset, status, cluster_id: clusterId, q } = query;
    const { records, total } = await listRuns(deps.db, { words: q ?? "", status, clusterId }, { limit, offset });
    return { items: records.map((record) => toProcessingRun(actor, record)), total };
  },
  getProcessing: ({ params, actor }) => getProcessingDetail(deps, actor, params.id),
  async cancelProcessing({ params, context }) {
    await cancelProcessing(deps, context, params.id);
    return getProcessingDetail(deps, context.actor, params.id);
  },
  async retryProcessing({ params, body, context }) {
    await retryProcessing(deps, context, { id: params.id, requestKey: body.request_key });
    return getProcessingDetail(deps, context.actor, params.id);
  },
});
