import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { type CallRow, findCall } from "./call-item.store.ts";

export const seesAllCalls = (actor: Actor): boolean => actor.permissions.has("PERFORMER_PLAYGROUND");

/** For whoever may not see it, it does not exist. */
export const requireSeenCall = async (db: Db, actor: Actor, id: string): Promise<CallRow> => {
  const row = await findCall(db, id);
  if (!row || !(seesAllCalls(actor) || row.requested_by === actor.userId)) {
    throw new DomainError("not_found", "there is no such call");
  }
  return row;
};
