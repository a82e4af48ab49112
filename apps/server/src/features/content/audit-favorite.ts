import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import { type AuditContext, auditActor } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { type AuditStatus, changeAudit, type FavoriteRecord, findFavorite } from "./favorite.store.ts";

export const found = <T>(thing: T | undefined, what: string): T => {
  if (thing === undefined) throw new DomainError("not_found", `there is no such ${what}, or it was removed`);
  return thing;
};

export const favoriteSubject = (id: string): string => `favorite:${id}`;
export const endUserSubject = (id: bigint): string => `end_user:${id}`;

const WORDS: Readonly<Record<AuditStatus, string>> = {
  none: "waits for a decision",
  approved: "is approved",
  rejected: "is rejected",
};

export interface AuditInput {
  readonly id: string;
  readonly to: AuditStatus;
  /** The status that the caller saw. */
  readonly from: AuditStatus;
  readonly reason: string;
}

/** Sets the audit status of a favourite, unless somebody else has changed it in the meantime. */
export const auditFavorite = (
  db: Db,
  context: AuditContext,
  { id, to, from, reason }: AuditInput,
): Promise<FavoriteRecord> =>
  db.transaction().execute(async (tx) => {
    const isChanged =
      from !== to && (await changeAudit(tx, id, { from, to, by: context.actor.username, at: context.at }));
    const favorite = found(await findFavorite(tx, id), "favourite");
    if (!isChanged && favorite.auditStatus !== from)
      throw new DomainError("conflict", `somebody was faster: this favourite now ${WORDS[favorite.auditStatus]}`);
    if (!isChanged) return favorite;
    const { userId, projectId, taskId } = favorite;
    await recordOperation(tx, auditActor(context), {
      opType: "Audit_favorite",
      subjects: [favoriteSubject(id), endUserSubject(userId)],
      meta: { before: { audit_status: from }, after: { audit_status: to }, project_id: projectId, task_id: taskId },
      reason,
    });
    return favorite;
  });
