// Sign-in by password or one-time code, and the caller's own password and sessions.
// Implements sections 5 to 8 of the product's specification for base path /api.
import { type authRoutes, type CurrentUser, platformFlags } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { CallContext } from "../../http/routing/call-context.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Authenticator } from "../../http/security/authenticate.ts";
import { CODE_REQUEST_COOKIE, cookieFor, expiredCookie, SESSION_COOKIE } from "../../http/security/cookies.ts";
import { hashToken } from "../../platform/crypto/token-hash.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { requestCode } from "./codes/request-code.ts";
import { SIGN_IN_CODE_VALID_MINUTES } from "./codes/sign-in-code.rules.ts";
import { signInWithCode } from "./codes/sign-in-with-code.ts";
import { setPassword } from "./passwords/set-password.ts";
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

const toCurrentUser = (actor: Actor, isFineGrained: boolean): CurrentUser => ({
  username: actor.username,
  realname: actor.realname,
  user_role: actor.role,
  is_external: actor.isExternal,
  is_password_set: actor.isPasswordSet,
  perms: [...actor.codes],
  platform_flags: platformFlags(actor.codes) | actor.customFlags,
  fine_grained_admin: isFineGrained,
});

export const authHandlers = (deps: AuthDeps, authenticator: Authenticator): Handlers<typeof authRoutes> => {
  const { db, clock } = deps;

  const startSession = (context: CallContext, token: string): void =>
    context.setCookie(cookieFor(SESSION_COOKIE, token, SESSION_MAX_AGE_S));

  const endSessionOf = async (context: CallContext): Promise<void> => {
    const token = context.readCookie(SESSION_COOKIE);
    if (token === undefined) return;
    await deleteSessionByToken(db, hashToken(token));
    authenticator.forget(token);
  };

  return {
    async login({ body, context }) {
      const device = { userAgent: context.userAgent, network: context.network };
      const token =
        "code" in body
          ? await signInWithCode(deps, { ...body, requestToken: context.readCookie(CODE_REQUEST_COOKIE), device })
          : await signInWithPassword(deps, { ...body, device });
      await endSessionOf(context);
      const actor = await findActor(db, hashToken(token), clock());
      if (!actor) throw new DomainError("unavailable", "the session could not be opened, please sign in again");
      startSession(context, token);
      if ("code" in body) context.setCookie(expiredCookie(CODE_REQUEST_COOKIE));
      return toCurrentUser(actor, deps.isFineGrained());
    },

    async sendCode({ body, context }) {
      const { network, requestId } = context;
      const token = await requestCode(deps, { email: body.email, network, requestId });
      context.setCookie(cookieFor(CODE_REQUEST_COOKIE, token, SIGN_IN_CODE_VALID_MINUTES * 60));
      return { ok: true };
    },

    async setPassword({ actor, body, context }) {
      const { requestId } = context;
      const change = { password: body.password, currentPassword: body.current_password, requestId };
      const token = await setPassword(deps, actor, change);
      const oldToken = context.readCookie(SESSION_COOKIE);
      if (oldToken !== undefined) authenticator.forget(oldToken);
      startSession(context, token);
      return { ok: true };
    },

    me: ({ actor }) => toCurrentUser(actor, deps.isFineGrained()),

    async logout({ context }) {
      await endSessionOf(context);
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

    async endSession({ actor, params }) {
      if (!(await deleteSession(db, actor.userId, params.id)))
        throw new DomainError("not_found", "this session has already ended");
      return { ok: true };
    },

    async endOtherSessions({ actor }) {
      return { ended: await deleteOtherSessions(db, actor.userId, actor.sessionId) };
    },
  };
};
