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
 * Records an operation reported by a browser. The server sets actor and time and marks the entry as client-reported; the
 * report itself is stored only in `meta.claim`, so that it cannot pass for an observation of the server.
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
