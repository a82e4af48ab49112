import { DomainError } from "../../errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { deleteSession, deleteSessionsOf } from "../auth/index.ts";
import { recordOperation } from "../operation-log/index.ts";
import { getUser } from "./get-user.ts";
import { userSubject } from "./user-operation.rules.ts";
import { outrankedRefusal } from "./users.rules.ts";
import { type AdministrationDeps, withAdministrationLock } from "./with-administration-lock.ts";

interface SessionsToEnd {
  readonly userId: string;
  /** Without an id: all sessions. */
  readonly sessionId?: string | undefined;
}

/** Returns how many ended. */
export const endUserSessions = (
  deps: AdministrationDeps,
  context: RequestContext,
  { userId, sessionId }: SessionsToEnd,
): Promise<number> =>
  withAdministrationLock(deps, context, "USER_MANAGE_W", async ({ tx, admin, audit }) => {
    const user = await getUser(tx, userId);
    const { username } = user;
    const refusal = outrankedRefusal(admin, user);
    if (refusal) throw new DomainError("not_allowed", refusal);
    const ended =
      sessionId === undefined
        ? await deleteSessionsOf(tx, [userId])
        : Number(await deleteSession(tx, userId, sessionId));
    if (ended === 0 && sessionId !== undefined) throw new DomainError("not_found", "this session has already ended");
    if (ended === 0) return 0;
    await recordOperation(tx, audit, {
      opType: "End_sessions",
      subjects: [userSubject(userId)],
      meta: { username, ended, ...(sessionId !== undefined && { session_id: sessionId }) },
    });
    return ended;
  });
