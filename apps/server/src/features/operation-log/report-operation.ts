import type { Db } from "../../platform/db/database.ts";
import { type AuditContext, auditActor } from "../../request-context.ts";
import { requireKeepable } from "./operation-log.rules.ts";
import { insertOperations } from "./operation-log.store.ts";

export interface Claim {
  readonly opType: string;
  readonly userName: string | undefined;
  readonly createTime: string | undefined;
  readonly meta: Record<string, unknown>;
}

/**
 * Notes what a browser says was done. Who and when is ours to say, and the entry is marked for ever as coming from a
 * client; whatever it claims stands in `meta.claim` alone, so that nothing of it can pass for what the server saw.
 */
export const reportOperation = (db: Db, context: AuditContext, claim: Claim): Promise<number> => {
  const { opType, userName, createTime, meta } = claim;
  const claimed = {
    ...(userName !== undefined && { user_name: userName }),
    ...(createTime !== undefined && { create_time: createTime }),
    meta,
  };
  requireKeepable(claimed);
  return insertOperations(db, [
    {
      ...auditActor(context),
      opType,
      subjects: [`claim:${context.actor.username}`],
      meta: { claim: claimed },
      reason: "",
      source: "client",
      result: "ok",
    },
  ]);
};
