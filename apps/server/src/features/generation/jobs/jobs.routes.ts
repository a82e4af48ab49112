// Jobs at performers: playground jobs, lists, details, cancellation, and webhooks of providers. Serves /performer/task/* of
// the specification; the performers feature serves the registry.
import type { PerformerTaskItem, performersRoutes } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { requireUnblinded } from "../../blinding/index.ts";
import { estimateCost } from "../../performers/index.ts";
import type { JobsDeps } from "../jobs-deps.ts";
import { cancelJob } from "./cancel-job.ts";
import { createJobs, requireUsable } from "./create-jobs.ts";
import { describeJobs, describeJobsFully } from "./describe-jobs.ts";
import { requireVisibleJob, seesAllJobs } from "./get-job.ts";
import { listJobsById } from "./job-details.store.ts";
import { countJobs, type JobFilter, type JobPage, listJobIds } from "./job-list.store.ts";
import { requireValues } from "./plan-jobs.ts";
import { receiveWebhook } from "./receive-webhook.ts";

type AllHandlers = Handlers<typeof performersRoutes>;
export type JobHandlers = Pick<
  AllHandlers,
  | "estimatePerformerTask"
  | "createPerformerTask"
  | "listPerformerTasks"
  | "filterPerformerTasks"
  | "getPerformerTask"
  | "cancelPerformerTask"
  | "receiveWebhook"
>;
type Conditions = Omit<JobFilter, "reader">;
type Filter = Parameters<AllHandlers["filterPerformerTasks"]>[0];

const toFilter = (body: Filter["body"]): Conditions => ({
  performerIds: body.performer_ids,
  statuses: body.statuses,
  sources: body.sources,
  createdBy: body.created_by,
  words: body.text,
  from: body.from === undefined ? undefined : new Date(body.from),
  to: body.to === undefined ? undefined : new Date(body.to),
  minCostMicros: body.min_cost_micros,
  errorCode: body.error_code,
});

const toPage = ({ page, page_size, sort, order }: Filter["query"]): JobPage => ({
  page,
  pageSize: page_size,
  sort,
  order,
});

export const jobHandlers = (deps: JobsDeps): JobHandlers => {
  const itemsOf = async (actor: Actor, ids: readonly string[]): Promise<PerformerTaskItem[]> => {
    const rows = await listJobsById(deps.db, ids);
    await requireUnblinded(deps.db, actor, ...rows.flatMap(({ task_id: taskId }) => taskId ?? []));
    return describeJobs(deps, actor, rows);
  };
  const list = async (actor: Actor, filter: Conditions, page: JobPage) => {
    const whose = seesAllJobs(actor) ? filter : { ...filter, requestedBy: actor.userId };
    const seen = { ...whose, reader: actor.userId };
    const [ids, total] = await Promise.all([listJobIds(deps.db, seen, page), countJobs(deps.db, seen)]);
    return { items: await itemsOf(actor, ids), total };
  };

  return {
    async estimatePerformerTask({ body, context }) {
      const { pricing, inputSchema } = await requireUsable(deps, context, body.performer_id);
      const micros = estimateCost(pricing, inputSchema, requireValues(inputSchema, body.input));
      if (pricing === null || micros === undefined) return { cost: null };
      return { cost: { amount_micros: micros * body.calls, currency: pricing.currency } };
    },

    async createPerformerTask({ body, context }) {
      const { performer_id: performerId, request_key: requestKey, retry_of: retryOf, input, seeds } = body;
      const ids = await createJobs(deps, context, { performerId, requestKey, retryOf, input, seeds });
      return { items: await itemsOf(context.actor, ids) };
    },

    listPerformerTasks: ({ actor, query }) => list(actor, {}, toPage(query)),
    filterPerformerTasks: ({ actor, query, body }) => list(actor, toFilter(body), toPage(query)),

    async getPerformerTask({ actor, query, context }) {
      const row = await requireVisibleJob(deps.db, context, query.id);
      const [detail] = await describeJobsFully(deps, actor, [row]);
      if (!detail) throw new Error("a call that was found could not be described");
      return detail;
    },

    async cancelPerformerTask({ body, context }) {
      await cancelJob(deps, context, body.id);
      const [item] = await itemsOf(context.actor, [body.id]);
      if (!item) throw new Error("a call that was cancelled could not be found");
      return item;
    },

    async receiveWebhook({ params, context, reply }) {
      const { headers, body } = reply.request;
      const texts = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
      await receiveWebhook(deps, {
        performerId: params.performer_id,
        headers: Object.fromEntries(texts) as Record<string, string | undefined>,
        body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        requestId: context.requestId,
      });
      await reply.code(204).send();
    },
  };
};
