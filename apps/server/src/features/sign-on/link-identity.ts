import { DomainError } from "../../errors.ts";
import { hashToken } from "../../platform/crypto/token-hash.ts";
import type { Tx } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { deleteOtherSessions, enqueueSecurityNotice, findActor } from "../auth/index.ts";
import { recordOperation, recordSecurityEvent, type SecurityEventOrigin } from "../operation-log/index.ts";
import { applyProviderCodes, lockAdministration, userSubject } from "../users/index.ts";
import { deleteIdentity, findLinkedUser, type IdentityKey, insertIdentity, listIdentities } from "./sign-on.store.ts";
import type { ConfiguredSignOn, SignOnDeps } from "./sign-on-deps.ts";
import { SignOnFault } from "./sign-on-fault.ts";

type LinkContext = RequestContext & SecurityEventOrigin;

const OPERATIONS = { sign_on_linked: "Link_sign_on", sign_on_unlinked: "Unlink_sign_on" } as const;

/** Ends the user's other sessions, tells them by mail, and writes the security event and the history. */
const noteChange = async (
  tx: Tx,
  { secretKeys }: Pick<SignOnDeps, "secretKeys">,
  context: LinkContext,
  { what, issuer }: { what: keyof typeof OPERATIONS; issuer: string },
): Promise<void> => {
  const { actor, at, network, userAgent, requestId } = context;
  const { userId, username, sessionId } = actor;
  await deleteOtherSessions(tx, userId, sessionId);
  await enqueueSecurityNotice(tx, context, { userId, what });
  const event = { at, kind: what, method: "sign_on", userId, network, userAgent, requestId } as const;
  await recordSecurityEvent({ db: tx, secretKeys }, event);
  await recordOperation(tx, auditActor(context), {
    opType: OPERATIONS[what],
    subjects: [userSubject(userId)],
    meta: { username, issuer },
  });
};

interface LinkInput {
  /** The session in which the user began. */
  readonly sessionId: string;
  readonly sessionToken: string | undefined;
  readonly origin: SecurityEventOrigin;
}

/** Links an identity to the account of the session in which this began, and to no other. */
export const linkIdentity = async (
  deps: ConfiguredSignOn,
  { issuer, subject }: IdentityKey,
  { sessionId, sessionToken, origin }: LinkInput,
): Promise<void> => {
  const at = deps.clock();
  const actor = sessionToken === undefined ? undefined : await findActor(deps.db, hashToken(sessionToken), at);
  if (actor?.sessionId !== sessionId) throw new SignOnFault("expired");
  await deps.db.transaction().execute(async (tx) => {
    await lockAdministration(tx);
    const linked = await findLinkedUser(tx, { issuer, subject });
    if (linked && linked.id !== actor.userId) throw new SignOnFault("linked_elsewhere");
    if (linked) return;
    const others = await listIdentities(tx, actor.userId);
    if (others.some((other) => other.issuer === issuer)) throw new SignOnFault("has_other_link");
    await insertIdentity(tx, { id: newId(), issuer, subject, userId: actor.userId, now: at });
    await noteChange(tx, deps, { actor, at, ...origin }, { what: "sign_on_linked", issuer });
  });
};

/** Also takes the permissions that the groups of the provider gave, because nothing evaluates them any more. */
export const unlinkIdentity = (deps: SignOnDeps, context: LinkContext, id: string): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    await lockAdministration(tx);
    const { userId } = context.actor;
    const issuer = await deleteIdentity(tx, userId, id);
    if (issuer === undefined) throw new DomainError("not_found", "this identity is not linked to your account");
    await applyProviderCodes(tx, { at: context.at, requestId: context.requestId }, { userId, codes: [] });
    await noteChange(tx, deps, context, { what: "sign_on_unlinked", issuer });
  });
