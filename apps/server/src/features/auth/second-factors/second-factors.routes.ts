// The caller's own second factor: an authenticator app and recovery codes.
// Ours, beside sections 5 to 8 of the product's specification for base path /api.
import type { secondFactorsRoutes } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import type { Authenticator } from "../../../http/security/authenticate.ts";
import { expiredCookie, PENDING_SIGN_IN_COOKIE, SESSION_COOKIE } from "../../../http/security/cookies.ts";
import { createSessionCookies, originOf } from "../auth.routes.ts";
import type { AuthDeps } from "../auth-deps.ts";
import { confirmTotp, removeTotp, renewRecoveryCodes, startTotp } from "./change-second-factor.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { countRecoveryCodes, findTotp } from "./second-factor.store.ts";

export const secondFactorsHandlers = (
  deps: AuthDeps,
  authenticator: Authenticator,
): Handlers<typeof secondFactorsRoutes> => ({
  async completeLogin({ body, context }) {
    const device = { userAgent: context.userAgent, network: context.network };
    const pendingToken = context.readCookie(PENDING_SIGN_IN_COOKIE);
    const token = await finishSignIn(deps, { pendingToken, given: body, device, origin: originOf(context) });
    context.setCookie(expiredCookie(PENDING_SIGN_IN_COOKIE));
    return createSessionCookies(deps, authenticator).enter(context, token);
  },
  async getSecondFactor({ actor }) {
    const totp = await findTotp(deps.db, actor.userId);
    return {
      totp_since: totp?.confirmed_at?.toISOString() ?? null,
      recovery_codes_left: await countRecoveryCodes(deps.db, actor.userId),
    };
  },
  startTotp: ({ context }) => startTotp(deps, context),
  async confirmTotp({ context, body }) {
    const codes = await confirmTotp(deps, context, body.totp);
    // Otherwise this process would refuse what the second factor opens for almost a second more.
    const token = context.readCookie(SESSION_COOKIE);
    if (token !== undefined) authenticator.forget(token);
    return { recovery_codes: codes };
  },
  async removeTotp({ context, body }) {
    await removeTotp(deps, context, body);
    return { ok: true };
  },
  renewRecoveryCodes: async ({ context }) => ({ recovery_codes: await renewRecoveryCodes(deps, context) }),
});
