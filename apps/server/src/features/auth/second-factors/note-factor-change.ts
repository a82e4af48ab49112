import type { Tx } from "../../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation, recordSecurityEvent, type SecurityEventOrigin } from "../../operation-log/index.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { enqueueSecurityNotice } from "../notices/enqueue-security-notice.ts";

/** Somebody who changes their own second factors, and where from. */
export type FactorContext = RequestContext & SecurityEventOrigin;

interface FactorChange {
  readonly context: FactorContext;
  readonly method: "totp" | "passkey";
  readonly change: "added" | "removed";
  /** What the user calls the passkey. */
  readonly name?: string;
}

const OPERATIONS = {
  totp: { added: "Add_authenticator_app", removed: "Remove_authenticator_app" },
  passkey: { added: "Add_passkey", removed: "Remove_passkey" },
} as const;

const NOTICES = {
  totp: { added: "second_factor_added", removed: "second_factor_removed" },
  passkey: { added: "passkey_added", removed: "passkey_removed" },
} as const;

/** Tells the user by mail and writes the security event and the history. Call it last in the transaction. */
export const noteFactorChange = async (
  tx: Tx,
  { secretKeys }: Pick<AuthDeps, "secretKeys">,
  { context, method, change, name }: FactorChange,
): Promise<void> => {
  const { actor, at, network, userAgent, requestId } = context;
  const { userId, username } = actor;
  await enqueueSecurityNotice(tx, context, { userId, what: NOTICES[method][change] });
  const event = { at, kind: `second_factor_${change}`, method, userId, network, userAgent, requestId } as const;
  await recordSecurityEvent({ db: tx, secretKeys }, event);
  await recordOperation(tx, auditActor(context), {
    opType: OPERATIONS[method][change],
    subjects: [`user:${userId}`],
    meta: { username, ...(name !== undefined && { name }) },
  });
};
