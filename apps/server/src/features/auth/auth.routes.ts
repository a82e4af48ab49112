// Sign-in by password or one-time code, and the caller's own password and sessions.
// Implements sections 5 to 8 of the product's specification for base path /api.
import { type authRoutes, type CurrentUser, MESSAGES, platformFlags } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { CallContext } from "../../http/routing/call-context.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import { mustSetUpSecondFactor } from "../../http/security/admit.ts";
import type { Authenticator } from "../../http/security/authenticate.ts";
import {
  BROWSER_COOKIE,
  CODE_REQUEST_COOKIE,
  cookieFor,
  expiredCookie,
  PENDING_SIGN_IN_COOKIE,
  SESSION_COOKIE,
} from "../../http/security/cookies.ts";
import { hashToken } from "../../platform/crypto/token-hash.ts";
import { recordSecurityEvent, type SecurityEventOrigin } from "../operation-log/index.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { requestCode } from "./codes/request-code.ts";
import { SIGN_IN_CODE_VALID_MINUTES } from "./codes/sign-in-code.rules.ts";
import { signInWithCode } from "./codes/sign-in-with-code.ts";
import { confirmIdentity } from "./confirmation/confirm-identity.ts";
import { KNOWN_BROWSER_MAX_AGE_S, knownBrowserOf, newBrowserCookie } from "./known-browser.ts";
import { noteSignIn } from "./note-sign-in.ts";
import { setPassword } from "./passwords/set-password.ts";
import { PENDING_MINUTES } from "./second-factors/pending-sign-in.store.ts";
import { toSessionItem } from "./sessions/session.dto.ts";
import { SESSION_MAX_AGE_S } from "./sessions/session.rules.ts";
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessionByToken,
  findActor,
  listSessions,
} from "./sessions/session.store.ts";
import { signInWithPassword } from "./sign-in-with-password.ts";
import { findUserById } from "./user.store.ts";

const toCurrentUser = (deps: AuthDeps, actor: Actor): CurrentUser => ({
  username: actor.username,
  realname: actor.realname,
  user_role: actor.role,
  is_external: actor.isExternal,
  is_password_set: actor.isPasswordSet,
  perms: [...actor.codes],
  platform_flags: platformFlags(actor.codes) | actor.customFlags,
  fine_grained_admin: deps.isFineGrained(),
  must_set_up_second_factor: mustSetUpSecondFactor(actor, deps.isSecondFactorRequired()),
});

export const originOf = ({ network, userAgent, requestId }: CallContext): SecurityEventOrigin => ({
  network,
  userAgent,
  requestId,
});

/** How sessions begin and end in the browser, for every route of signing in. */
interface SessionCookies {
  readonly start: (context: CallContext, token: string) => void;
  /** Ends the session that the browser had before; returns its user. */
  readonly end: (context: CallContext) => Promise<string | undefined>;
  /** Replaces the browser's session by a new one; returns its user. */
  readonly enter: (context: CallContext, token: string) => Promise<CurrentUser>;
}

export const createSessionCookies = (deps: AuthDeps, authenticator: Authenticator): SessionCookies => {
  const start: SessionCookies["start"] = (context, token) =>
    context.setCookie(cookieFor(SESSION_COOKIE, token, SESSION_MAX_AGE_S));

  const end: SessionCookies["end"] = async (context) => {
    const token = context.readCookie(SESSION_COOKIE);
    if (token === undefined) return undefined;
    const userId = await deleteSessionByToken(deps.db, hashToken(token));
    authenticator.forget(token);
    return userId;
  };

  return {
    start,
    end,
    async enter(context, token) {
      await end(context);
      const actor = await findActor(deps.db, hashToken(token), deps.clock());
      if (!actor) throw new DomainError("unavailable", "the session could not be opened, please sign in again");
      start(context, token);
      if (knownBrowserOf(deps.secretKeys, context.readCookie(BROWSER_COOKIE), actor.userId) === undefined) {
        const known = newBrowserCookie(deps.secretKeys, actor.userId);
        context.setCookie(cookieFor(BROWSER_COOKIE, known, KNOWN_BROWSER_MAX_AGE_S));
      }
      return toCurrentUser(deps, actor);
    },
  };
};

export const authHandlers = (deps: AuthDeps, authenticator: Authenticator): Handlers<typeof authRoutes> => {
  const { db, clock } = deps;

  const sessions = createSessionCookies(deps, authenticator);

  const noteSignOut = async (context: CallContext, userId: string | undefined): Promise<void> => {
    if (userId === undefined) return;
    await recordSecurityEvent(deps, { at: context.at, kind: "sign_out", userId, ...originOf(context) });
  };

  /** Mails a code; the cookie binds it to this browser. */
  const startCode = async (email: string, { network, requestId }: CallContext): Promise<string> => {
    const token = await requestCode(deps, { email, network, requestId });
    return cookieFor(CODE_REQUEST_COOKIE, token, SIGN_IN_CODE_VALID_MINUTES * 60);
  };

  return {
    async login({ body, context }) {
      const device = { userAgent: context.userAgent, network: context.network };
      const requestToken = context.readCookie(CODE_REQUEST_COOKIE);
      const browser = context.readCookie(BROWSER_COOKIE);
      const origin = originOf(context);
      const { token, secondFactors } =
        "code" in body
          ? await noteSignIn(deps, { who: { typed: body.email }, method: "code", origin }, () =>
              signInWithCode(deps, { ...body, requestToken, device }),
            )
          : await noteSignIn(deps, { who: { typed: body.username }, method: "password", origin }, () =>
              signInWithPassword(deps, { ...body, device, browser }),
            );
      if ("code" in body) context.setCookie(expiredCookie(CODE_REQUEST_COOKIE));
      if (secondFactors.length === 0) return sessions.enter(context, token);
      context.setCookie(cookieFor(PENDING_SIGN_IN_COOKIE, token, PENDING_MINUTES * 60));
      return { second_factors: [...secondFactors] };
    },

    async sendCode({ body, context }) {
      context.setCookie(await startCode(body.email, context));
      return { ok: true };
    },

    async setPassword({ actor, body, context }) {
      const { requestId, userAgent, network } = context;
      const device = { userAgent, network };
      const change = { password: body.password, currentPassword: body.current_password, requestId, device };
      const token = await setPassword(deps, actor, change);
      const oldToken = context.readCookie(SESSION_COOKIE);
      if (oldToken !== undefined) authenticator.forget(oldToken);
      sessions.start(context, token);
      return { ok: true };
    },

    async confirmIdentity({ actor, body, context }) {
      const requestToken = context.readCookie(CODE_REQUEST_COOKIE);
      const token = await confirmIdentity(deps, actor, { proof: body, requestToken, network: context.network });
      // The old token is not forgotten here: requests already on their way may use it for less than a second.
      sessions.start(context, token);
      if ("code" in body) context.setCookie(expiredCookie(CODE_REQUEST_COOKIE));
      return { ok: true };
    },

    async sendConfirmationCode({ actor, context }) {
      const user = await findUserById(db, actor.userId);
      if (!user) throw new DomainError("not_signed_in", MESSAGES.loginFirst);
      context.setCookie(await startCode(user.email, context));
      return { ok: true };
    },

    me: ({ actor }) => toCurrentUser(deps, actor),

    async logout({ context }) {
      await noteSignOut(context, await sessions.end(context));
      context.setCookie(expiredCookie(SESSION_COOKIE));
      // Not the storage: it keeps answers that were not sent yet, for the person who gave them.
      context.setHeader("clear-site-data", '"cache"');
      return { ok: true };
    },

    async listSessions({ actor }) {
      const sessions = await listSessions(db, actor.userId, clock());
      const items = sessions.map((session) => toSessionItem(session, actor.sessionId));
      return { items, total: items.length };
    },

    async endSession({ actor, params, context }) {
      if (!(await deleteSession(db, actor.userId, params.id)))
        throw new DomainError("not_found", "this session has already ended");
      await noteSignOut(context, actor.userId);
      return { ok: true };
    },

    async endOtherSessions({ actor, context }) {
      const ended = await deleteOtherSessions(db, actor.userId, actor.sessionId);
      if (ended > 0) await noteSignOut(context, actor.userId);
      return { ended };
    },
  };
};
