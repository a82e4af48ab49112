import { DomainError } from "../../errors.ts";
import { deleteSession, deleteSessionsOf } from "../auth/index.ts";
import { recordOperation } from "../operation-log/index.ts";
import { type AdministrationDeps, type Ask, administer } from "./administer.ts";
import { getUser } from "./get-user.ts";
import { userSubject } from "./user-operation.rules.ts";

interface SessionsToEnd {
  readonly userId: string;
  /** All of them when none is named. */
  readonly sessionId?: string | undefined;
}

/** Answers how many ended. */
export const endUserSessions = (
  deps: AdministrationDeps,
  ask: Omit<Ask, "needs">,
  { userId, sessionId }: SessionsToEnd,
): Promise<number> =>
  administer(deps, { ...ask, needs: "USER_MANAGE_W" }, async ({ tx, by }) => {
    const { username } = await getUser(tx, userId);
    const ended =
      sessionId === undefined
        ? await deleteSessionsOf(tx, [userId])
        : Number(await deleteSession(tx, userId, sessionId));
    if (ended === 0 && sessionId !== undefined) throw new DomainError("not_found", "this session has already ended");
    if (ended === 0) return 0;
    await recordOperation(tx, by, {
      opType: "End_sessions",
      subjects: [userSubject(userId)],
      meta: { username, ended, ...(sessionId !== undefined && { session_id: sessionId }) },
    });
    return ended;
  });
