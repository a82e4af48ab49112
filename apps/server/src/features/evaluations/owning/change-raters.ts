import { DomainError } from "../../../errors.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { notifyRaters } from "../../notifications/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { listEnabledUsersNamed, taskSubject } from "../../tasks/index.ts";
import type { EvaluationsDeps } from "../evaluations-deps.ts";
import { sweepLeases } from "../rating/lease.store.ts";
import { lockOwnTask, requirePlanned } from "./own-task.ts";
import { findOpenJudging, replaceRaters } from "./rater.store.ts";

const MAX_SWEPT = 10_000;

/** Replaces the raters. Judgements of removed raters stay, and their leases are released. */
export const changeRaters = (
  { db }: EvaluationsDeps,
  context: RequestContext,
  { id, usernames }: { id: string; usernames: readonly string[] },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const task = await lockOwnTask(tx, context.actor, id);
    await requirePlanned(tx, id);
    const users = await listEnabledUsersNamed(tx, usernames);
    const known = new Set(users.map(({ username }) => username.toLowerCase()));
    const unknown = usernames.filter((name) => !known.has(name.toLowerCase()));
    if (unknown.length > 0) throw new DomainError("invalid", `there is no user called ${unknown.join(", ")}`);
    const userIds = users.map((user) => user.id);
    const { added, removed } = await replaceRaters(tx, id, userIds, context.at);
    if (removed > 0) await sweepLeases(tx, context.at, MAX_SWEPT, id);
    const judging = await findOpenJudging(tx, id);
    if (judging) await notifyRaters(tx, context, { taskId: id, ...judging });
    await recordOperation(tx, auditActor(context), {
      opType: "Change_raters",
      subjects: [taskSubject(id)],
      meta: { name: task.name, raters: users.map(({ username }) => username), added, removed },
    });
  });
