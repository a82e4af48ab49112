// The rater's routes under /evaluating: claim items, judge them, release them. No reply names a model before judging has
// closed.
import { type evaluationsRoutes, LEASE_S } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { toHeartbeatReply } from "../../leases/index.ts";
import type { EvaluationsDeps } from "../evaluations-deps.ts";
import { releaseItem, skipItem } from "../owning/release-item.ts";
import { claimItems } from "./claim-items.ts";
import { keepLeases, storeDraft } from "./lease.store.ts";
import { listOwnItems } from "./list-own-items.ts";
import { listQueue } from "./list-queue.ts";
import { readMedia } from "./read-media.ts";
import { refusedLease } from "./refused-lease.ts";
import { submitJudgement, undoJudgement } from "./submit-judgement.ts";

type Calls = Handlers<typeof evaluationsRoutes>;
type RatingCalls =
  | "claimItems"
  | "heartbeatItems"
  | "saveDraft"
  | "releaseItem"
  | "skipItem"
  | "submitJudgement"
  | "undoJudgement";
type ReadingCalls = "listMyQueue" | "listMyItems" | "readItemMedia";

export const ratingHandlers = (deps: EvaluationsDeps): Pick<Calls, RatingCalls> => {
  const { db, clock } = deps;
  return {
    claimItems: ({ actor, body }) =>
      claimItems(db, { taskId: body.task_id, raterId: actor.userId, count: body.count, at: clock() }),
    async heartbeatItems({ actor, body }) {
      const until = new Date(clock().getTime() + LEASE_S * 1000);
      const kept = await keepLeases(db, { leaseIds: body.lease_ids, raterId: actor.userId, until });
      return toHeartbeatReply(
        body.lease_ids,
        kept.map((leaseId) => ({ leaseId, until })),
      );
    },
    async saveDraft({ actor, body }) {
      const { lease_id: leaseId, draft, saved_at: savedAt } = body;
      const isKept = await storeDraft(db, { leaseId, raterId: actor.userId, draft, savedAt: new Date(savedAt) });
      if (!isKept) throw refusedLease("no_lease");
      return { ok: true };
    },
    async releaseItem({ actor, body }) {
      await releaseItem(db, { raterId: actor.userId, at: clock() }, body.lease_id);
      return { ok: true };
    },
    skipItem: async ({ actor, body }) => {
      const { lease_id: leaseId, reason, note } = body;
      return { next: await skipItem(db, { raterId: actor.userId, at: clock() }, { leaseId, reason, note }) };
    },
    submitJudgement: ({ body, context }) => submitJudgement(deps, context, body),
    undoJudgement: async ({ actor, body }) => ({
      item: await undoJudgement(db, { judgementId: body.judgement_id, raterId: actor.userId, at: clock() }),
    }),
  };
};

export const readingHandlers = (deps: EvaluationsDeps): Pick<Calls, ReadingCalls> => {
  const { db, clock } = deps;
  return {
    listMyQueue: async ({ actor, query }) => ({
      tasks: await listQueue(db, actor.userId, query.is_finished === "true"),
    }),
    listMyItems: ({ actor, query }) => {
      const { page, page_size: limit, task_id: taskId, status } = query;
      const input = { raterId: actor.userId, taskId, status, limit, offset: (page - 1) * limit };
      return listOwnItems(db, input, clock());
    },
    async readItemMedia({ actor, params, reply }) {
      const { range } = reply.request.headers;
      const input = { leaseId: params.lease, raterId: actor.userId, slot: params.slot, range };
      const { status, headers, body } = await readMedia(deps, input);
      reply.code(status).headers(headers);
      await reply.send(body);
    },
  };
};
