import type { Tx } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import type { OpenIdAnswer } from "../../platform/openid/openid.ts";
import { beginSession, type Device } from "../auth/index.ts";
import { recordSecurityEvent, type SecurityEventOrigin } from "../operation-log/index.ts";
import { applyProviderCodes, createProviderUser, lockAdministration } from "../users/index.ts";
import { codesOfGroups, mayBeCreated, type ProviderPerson, readPerson } from "./provider-person.rules.ts";
import {
  findLinkedUser,
  hasSignedOut,
  insertIdentity,
  lockProviderSessions,
  noteIdentityUse,
} from "./sign-on.store.ts";
import type { ConfiguredSignOn, SignOnOptions } from "./sign-on-deps.ts";
import { SignOnFault } from "./sign-on-fault.ts";

interface Audit {
  readonly at: Date;
  readonly requestId: string;
}

/** Just-in-time account of a person who has none, as far as the operator allows; its address must be verified and free. */
const createAccount = async (
  tx: Tx,
  audit: Audit,
  person: ProviderPerson,
  options: SignOnOptions,
): Promise<{ id: string; isEnabled: boolean }> => {
  if (options.newAccounts === "off") throw new SignOnFault("unknown_account");
  if (person.email === undefined) throw new SignOnFault("unverified_email");
  if (!mayBeCreated(person, options)) throw new SignOnFault("unknown_account");
  const { email, nickname, realname } = person;
  const user = await createProviderUser(tx, audit, { email, nickname, realname, role: options.newAccountRole });
  if (!user) throw new SignOnFault("email_taken");
  return user;
};

const NEVER = new Date(0);
const CLOCK_TOLERANCE_MS = 30_000;

/**
 * The session counts as freshly signed in only while the provider says that it has asked the person: it also lets in a browser
 * that it knows, whoever sits before it.
 */
const provenAt = ({ authenticatedAt }: OpenIdAnswer, now: Date): Date => {
  if (!authenticatedAt || authenticatedAt.getTime() > now.getTime() + CLOCK_TOLERANCE_MS) return NEVER;
  return authenticatedAt > now ? now : authenticatedAt;
};

/**
 * Signs in the account of a person whom the provider has authenticated. That is the first factor: an account with a second
 * one of its own continues with it. An e-mail address leads to no account that exists.
 */
export const signInAsPerson = (
  deps: ConfiguredSignOn,
  answer: OpenIdAnswer,
  { device, origin }: { device: Device; origin: SecurityEventOrigin },
) =>
  deps.db.transaction().execute(async (tx) => {
    const { options } = deps.signOn;
    const now = deps.clock();
    const audit = { at: now, requestId: origin.requestId };
    const person = readPerson(answer, options);
    // Before the account is read, so that two first sign-ins make one account.
    await lockAdministration(tx);
    let account = await findLinkedUser(tx, answer);
    if (!account) {
      account = await createAccount(tx, audit, person, options);
      const { issuer, subject } = answer;
      await insertIdentity(tx, { id: newId(), issuer, subject, userId: account.id, now });
    }
    await lockProviderSessions(tx);
    if (await hasSignedOut(tx, answer)) throw new SignOnFault("expired");
    if (!account.isEnabled) throw new SignOnFault("disabled");
    const userId = account.id;
    if (person.groups) await applyProviderCodes(tx, audit, { userId, codes: codesOfGroups(person.groups, options) });
    await noteIdentityUse(tx, answer, now);
    const begun = await beginSession(
      tx,
      userId,
      { ...device, provider: answer, signedInAt: provenAt(answer, now) },
      now,
    );
    if (begun.secondFactors.length === 0) {
      const event = { at: now, kind: "sign_in", method: "sign_on", userId, ...origin } as const;
      await recordSecurityEvent({ db: tx, secretKeys: deps.secretKeys }, event);
    }
    return begun;
  });
