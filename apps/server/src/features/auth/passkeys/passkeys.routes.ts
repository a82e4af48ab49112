// WebAuthn passkeys: sign-in, second step, confirmation of identity, and the caller's own list of them.
// Ours, beside sections 5 to 8 of the product's specification for base path /api.
import { MESSAGES, type PasskeyAssertion, type PasskeyItem, type passkeysRoutes } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { CallContext } from "../../../http/routing/call-context.ts";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import type { Authenticator } from "../../../http/security/authenticate.ts";
import {
  BROWSER_COOKIE,
  cookieFor,
  expiredCookie,
  PASSKEY_COOKIE,
  PENDING_SIGN_IN_COOKIE,
  SESSION_COOKIE,
} from "../../../http/security/cookies.ts";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import { createSessionCookies, originOf } from "../auth.routes.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { confirmIdentity } from "../confirmation/confirm-identity.ts";
import { finishSignIn } from "../second-factors/finish-sign-in.ts";
import { findPendingUser } from "../second-factors/pending-sign-in.store.ts";
import { enrolPasskey, startEnrolment } from "./enrol-passkey.ts";
import { listPasskeys, type PasskeyRow, renamePasskey } from "./passkey.store.ts";
import { noSuchPasskey, removePasskey } from "./remove-passkey.ts";
import { signInWithPasskey } from "./sign-in-with-passkey.ts";
import { CHALLENGE_MINUTES, type Started, startAssertion } from "./start-challenge.ts";
import type { PasskeyAnswer } from "./verify-passkey.ts";

const toPasskeyItem = (row: PasskeyRow): PasskeyItem => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  is_backup_eligible: row.is_backup_eligible,
  is_backed_up: row.is_backed_up,
});

/** The challenge of one browser goes to it in a cookie. */
const begin = <Options>(context: CallContext, { options, token }: Started<Options>): Options => {
  context.setCookie(cookieFor(PASSKEY_COOKIE, token, CHALLENGE_MINUTES * 60));
  return options;
};

const answerOf = (context: CallContext, assertion: PasskeyAssertion): PasskeyAnswer => ({
  assertion,
  token: context.readCookie(PASSKEY_COOKIE),
  origin: originOf(context),
});

export const passkeysHandlers = (deps: AuthDeps, authenticator: Authenticator): Handlers<typeof passkeysRoutes> => {
  const sessions = createSessionCookies(deps, authenticator);
  const deviceOf = ({ userAgent, network }: CallContext) => ({ userAgent, network });

  return {
    async startPasskeySignIn({ context }) {
      return begin(context, await startAssertion(deps, { purpose: "sign_in", network: context.network }));
    },

    async signInWithPasskey({ body, context }) {
      const token = await signInWithPasskey(deps, {
        answer: answerOf(context, body),
        device: deviceOf(context),
        browser: context.readCookie(BROWSER_COOKIE),
      });
      context.setCookie(expiredCookie(PASSKEY_COOKIE));
      return sessions.enter(context, token);
    },

    async startPasskeySecondStep({ context }) {
      const pending = context.readCookie(PENDING_SIGN_IN_COOKIE);
      const userId = pending && (await findPendingUser(deps.db, hashToken(pending), deps.clock()));
      if (!userId) throw new DomainError("not_signed_in", MESSAGES.signInExpired);
      return begin(context, await startAssertion(deps, { purpose: "second_step", userId, network: context.network }));
    },

    async completeLoginWithPasskey({ body, context }) {
      const token = await finishSignIn(deps, {
        pendingToken: context.readCookie(PENDING_SIGN_IN_COOKIE),
        given: { passkey: answerOf(context, body), purpose: "second_step" },
        device: deviceOf(context),
        origin: originOf(context),
      });
      context.setCookie(expiredCookie(PASSKEY_COOKIE));
      context.setCookie(expiredCookie(PENDING_SIGN_IN_COOKIE));
      return sessions.enter(context, token);
    },

    async startPasskeyConfirmation({ actor: { userId }, context }) {
      return begin(context, await startAssertion(deps, { purpose: "confirmation", userId, network: context.network }));
    },

    async confirmIdentityWithPasskey({ actor, body, context }) {
      const proof = { passkey: answerOf(context, body) };
      const token = await confirmIdentity(deps, actor, { proof, network: context.network });
      sessions.start(context, token);
      context.setCookie(expiredCookie(PASSKEY_COOKIE));
      return { ok: true };
    },

    async listPasskeys({ actor }) {
      const items = (await listPasskeys(deps.db, actor.userId)).map(toPasskeyItem);
      return { items, total: items.length };
    },

    startPasskeyEnrolment: async ({ context }) => begin(context, await startEnrolment(deps, context)),

    async createPasskey({ body, context }) {
      const { passkey, recoveryCodes } = await enrolPasskey(deps, context, {
        name: body.name,
        registration: body.credential,
        token: context.readCookie(PASSKEY_COOKIE),
      });
      context.setCookie(expiredCookie(PASSKEY_COOKIE));
      // Otherwise this process would refuse what the second factor opens for almost a second more.
      const token = context.readCookie(SESSION_COOKIE);
      if (token !== undefined) authenticator.forget(token);
      return { passkey: toPasskeyItem(passkey), recovery_codes: recoveryCodes ?? null };
    },

    async renamePasskey({ actor, params, body }) {
      const renamed = await renamePasskey(deps.db, actor.userId, { id: params.id, name: body.name });
      if (!renamed) throw noSuchPasskey();
      return toPasskeyItem(renamed);
    },

    async removePasskey({ params, body, context }) {
      const proof =
        "passkey" in body ? { passkey: answerOf(context, body.passkey), purpose: "confirmation" as const } : body;
      await removePasskey(deps, context, { id: params.id, proof });
      if ("passkey" in body) context.setCookie(expiredCookie(PASSKEY_COOKIE));
      return { ok: true };
    },
  };
};
