import { DomainError } from "../../../errors.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import type { RequestContext } from "../../../request-context.ts";
import { spendAttempts } from "../../auth/index.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { getUser } from "../get-user.ts";
import { userSubject } from "../user-operation.rules.ts";
import { type AdministrationDeps, withAdministrationLock } from "../with-administration-lock.ts";
import { invitationStart } from "./send-invitation.rules.ts";

const INVITATIONS_PER_HOUR = 3;
const HOUR_MS = 3_600_000;

/** Sends the invitation again. Rate limit: a few per hour, because the recipient has not asked for it. */
export const inviteUser = async (deps: AdministrationDeps, context: RequestContext, id: string): Promise<void> => {
  const user = await getUser(deps.db, id);
  if (!user.isEnabled) throw new DomainError("conflict", `'${user.username}' is disabled: enable them first`);
  if (user.isPasswordSet)
    throw new DomainError("conflict", `'${user.username}' has a password and needs no invitation`);

  const limit = { key: `invitation:${id}`, max: INVITATIONS_PER_HOUR, windowMs: HOUR_MS };
  await spendAttempts(deps.db, [limit], deps.clock());
  await withAdministrationLock(deps, context, "USER_MANAGE_W", async ({ tx, audit }) => {
    await enqueueWorkflow(tx, invitationStart(id, audit.requestId));
    const meta = { username: user.username };
    await recordOperation(tx, audit, { opType: "Invite_user", subjects: [userSubject(id)], meta });
  });
};
