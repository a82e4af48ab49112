import type { SecondFactorKind, SignOnRefusal } from "@dailies/contract";
import { DomainError } from "../../errors.ts";
import { hashToken } from "../../platform/crypto/token-hash.ts";
import type { OpenIdAnswer } from "../../platform/openid/openid.ts";
import { OpenIdError } from "../../platform/openid/openid-error.ts";
import { type Device, releaseAttempt, spendNetworkAttempt } from "../auth/index.ts";
import { recordSecurityEvent, type SecurityEventOrigin } from "../operation-log/index.ts";
import { linkIdentity } from "./link-identity.ts";
import { signInAsPerson } from "./sign-in-as-person.ts";
import { findLinkedUser, type SignOnAttempt, takeAttempt } from "./sign-on.store.ts";
import type { ConfiguredSignOn } from "./sign-on-deps.ts";
import { SignOnFault } from "./sign-on-fault.ts";
import { secretsOf } from "./start-sign-on.ts";

export interface SignOnReturn {
  /** Of the cookie that the browser received when it began. */
  readonly token: string | undefined;
  /** The query with which the provider sent the browser back. */
  readonly parameters: URLSearchParams;
  /** The token of the session that the browser has, if any. */
  readonly sessionToken: string | undefined;
  readonly device: Device;
  readonly origin: SecurityEventOrigin;
}

export type SignOnOutcome =
  | { readonly kind: "signed_in"; readonly token: string; readonly returnPath: string }
  | {
      readonly kind: "second_factor";
      readonly token: string;
      readonly secondFactors: readonly SecondFactorKind[];
      readonly returnPath: string;
    }
  | { readonly kind: "linked" }
  | { readonly kind: "refused"; readonly why: SignOnRefusal; readonly isLink: boolean; readonly returnPath: string };

const EXPIRED: SignOnOutcome = { kind: "refused", why: "expired", isLink: false, returnPath: "" };

/** Takes what the provider sent the browser back with. Each attempt is answered once, right or wrong. */
export const finishSignOn = async (deps: ConfiguredSignOn, given: SignOnReturn): Promise<SignOnOutcome> => {
  const { db, clock } = deps;
  const { token, origin } = given;
  const network = `sign-on:network:${origin.network}`;
  try {
    await spendNetworkAttempt(db, { key: network, max: deps.limits.perNetwork }, clock());
  } catch (error) {
    if (!(error instanceof DomainError && error.code === "throttled")) throw error;
    await noteRefusal(deps, origin, { kind: "sign_in_throttled" });
    return { ...EXPIRED, why: "throttled" };
  }
  const attempt = token === undefined ? undefined : await takeAttempt(db, hashToken(token), clock());
  if (token === undefined || !attempt) {
    await noteRefusal(deps, origin, { kind: "sign_in_failed" });
    return EXPIRED;
  }
  const outcome = await complete(deps, { ...given, token }, attempt);
  if (outcome.kind !== "refused") await releaseAttempt(db, network);
  return outcome;
};

const complete = async (
  deps: ConfiguredSignOn,
  given: SignOnReturn & { readonly token: string },
  attempt: SignOnAttempt,
): Promise<SignOnOutcome> => {
  const { device, origin, sessionToken } = given;
  let answer: OpenIdAnswer | undefined;
  try {
    answer = await deps.signOn.openId.finish(given.parameters, secretsOf(given.token));
    if (attempt.sessionId !== undefined) {
      await linkIdentity(deps, answer, { sessionId: attempt.sessionId, sessionToken, origin });
      return { kind: "linked" };
    }
    const begun = await signInAsPerson(deps, answer, { device, origin });
    const { returnPath } = attempt;
    return begun.secondFactors.length === 0
      ? { kind: "signed_in", token: begun.token, returnPath }
      : { kind: "second_factor", ...begun, returnPath };
  } catch (error) {
    const why = refusalOf(error);
    deps.log.warn(
      { why, detail: error instanceof OpenIdError ? error.message : undefined },
      "single sign-on was refused",
    );
    const userId = answer && (await findLinkedUser(deps.db, answer))?.id;
    await noteRefusal(deps, origin, { kind: "sign_in_failed", userId, subject: answer?.subject });
    return { kind: "refused", why, isLink: attempt.sessionId !== undefined, returnPath: attempt.returnPath };
  }
};

const refusalOf = (error: unknown): SignOnRefusal => {
  if (error instanceof SignOnFault) return error.why;
  if (error instanceof OpenIdError) return error.fault;
  throw error;
};

interface RefusedAttempt {
  readonly kind: "sign_in_failed" | "sign_in_throttled";
  readonly userId?: string | undefined;
  readonly subject?: string | undefined;
}

/** Nobody has typed a name: the mark is of the subject, or of the provider as long as the person is not known. */
const noteRefusal = (
  deps: ConfiguredSignOn,
  origin: SecurityEventOrigin,
  { kind, userId, subject = deps.signOn.options.issuer }: RefusedAttempt,
): Promise<void> =>
  recordSecurityEvent(deps, { at: deps.clock(), method: "sign_on", kind, userId, typed: subject, ...origin });
