import type { Tx } from "../../platform/db/database.ts";
import { enqueueWorkflows } from "../../platform/db/outbox.ts";
import type { RequestContext } from "../../request-context.ts";
import { judgingMailStart } from "./mails/judging-mail.ids.ts";
import { notifyUsers } from "./notify-users.ts";

interface OpenJudging {
  readonly taskId: string;
  /** Starting again after a reset is another judging. */
  readonly startedAt: Date;
  readonly raterIds: readonly string[];
}

/** Tells raters that judging is open, in the console and by mail, each once per judging. */
export const notifyRaters = async (
  tx: Tx,
  { actor, requestId, at }: Pick<RequestContext, "actor" | "requestId" | "at">,
  { taskId, startedAt, raterIds }: OpenJudging,
): Promise<void> => {
  const others = raterIds.filter((id) => id !== actor.userId);
  const eventKey = `judging_opened:${taskId}:${startedAt.getTime()}`;
  const told = await notifyUsers(tx, others, { eventKey, kind: "judging_opened", taskId, at });
  await enqueueWorkflows(
    tx,
    told.map(({ id, userId }) => judgingMailStart(id, { taskId, startedAt, raterId: userId }, requestId)),
  );
};
