// Single sign-on (SSO) by OpenID Connect: sign-in at the operator's provider, and one's own links to it.
// Ours, beside sections 5 to 8 of the product's specification for base path /api.
import type { signOnRoutes } from "@dailies/contract";
import type { CallContext } from "../../http/routing/call-context.ts";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Authenticator } from "../../http/security/authenticate.ts";
import {
  cookieFor,
  expiredCookie,
  PENDING_SIGN_IN_COOKIE,
  SESSION_COOKIE,
  SIGN_ON_COOKIE,
} from "../../http/security/cookies.ts";
import { createSessionCookies, originOf, PENDING_MINUTES } from "../auth/index.ts";
import { endProviderSessions } from "./end-provider-sessions.ts";
import { finishSignOn, type SignOnOutcome } from "./finish-sign-on.ts";
import { unlinkIdentity } from "./link-identity.ts";
import { ATTEMPT_MINUTES, listIdentities } from "./sign-on.store.ts";
import { requireSignOn, type SignOnDeps } from "./sign-on-deps.ts";
import { startSignOn } from "./start-sign-on.ts";

type Shown = Readonly<Record<string, string>>;

/** The page that shows the outcome. Its route is in the fragment, which no server logs. */
const pageOf = (path: "login" | "frog-home", shown: Shown): string => `/#/${path}?${new URLSearchParams(shown)}`;

const keepReturn = (returnPath: string): Shown => (returnPath === "" ? {} : { redirect: returnPath });

const landingOf = (outcome: SignOnOutcome): string => {
  switch (outcome.kind) {
    case "signed_in":
      return pageOf("login", { sign_on: "signed_in", ...keepReturn(outcome.returnPath) });
    case "second_factor": {
      const factors = outcome.secondFactors.join(",");
      return pageOf("login", { sign_on: "second_factor", factors, ...keepReturn(outcome.returnPath) });
    }
    case "linked":
      return pageOf("frog-home", { sign_on: "linked" });
    case "refused":
      return outcome.isLink
        ? pageOf("frog-home", { sign_on: outcome.why })
        : pageOf("login", { sign_on: outcome.why, ...keepReturn(outcome.returnPath) });
  }
};

export const signOnHandlers = (deps: SignOnDeps, authenticator: Authenticator): Handlers<typeof signOnRoutes> => {
  const sessions = createSessionCookies(deps, authenticator);

  const begin = async (context: CallContext, attempt: { sessionId: string | undefined; returnPath: string }) => {
    const { url, token } = await startSignOn(requireSignOn(deps), { ...attempt, network: context.network });
    context.setCookie(cookieFor(SIGN_ON_COOKIE, token, ATTEMPT_MINUTES * 60));
    return { url };
  };

  /** The cookies of what was opened. */
  const open = async (context: CallContext, outcome: SignOnOutcome): Promise<void> => {
    context.setCookie(expiredCookie(SIGN_ON_COOKIE));
    if (outcome.kind === "signed_in") await sessions.enter(context, outcome.token);
    if (outcome.kind === "second_factor")
      context.setCookie(cookieFor(PENDING_SIGN_IN_COOKIE, outcome.token, PENDING_MINUTES * 60));
  };

  return {
    getSignOn: () => ({ name: deps.signOn?.options.name ?? null }),

    startSignOn: ({ body, context }) => begin(context, { sessionId: undefined, returnPath: body.redirect }),

    async signOnCallback({ query, reply, context }) {
      const outcome = await finishSignOn(requireSignOn(deps), {
        token: context.readCookie(SIGN_ON_COOKIE),
        parameters: new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined)),
        sessionToken: context.readCookie(SESSION_COOKIE),
        device: { userAgent: context.userAgent, network: context.network },
        origin: originOf(context),
      });
      await open(context, outcome);
      const cookies = (context.headers ?? []).filter((_, index) => index % 2 === 1);
      await reply
        .code(303)
        .headers({ "set-cookie": cookies, location: landingOf(outcome) })
        .send("");
    },

    async signOnLogout({ context, reply }) {
      const { body } = reply.request;
      const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString("utf8") : "");
      const token = form.get("logout_token") ?? "";
      await endProviderSessions(requireSignOn(deps), { token, origin: originOf(context) });
      await reply.code(200).send('{"ok":true}');
    },

    async listSignOnIdentities({ actor }) {
      const rows = await listIdentities(deps.db, actor.userId);
      const items = rows.map(({ id, issuer, created_at: createdAt, last_used_at: usedAt }) => ({
        id,
        issuer,
        created_at: createdAt.toISOString(),
        last_used_at: usedAt?.toISOString() ?? null,
      }));
      return { items, total: items.length };
    },

    startSignOnLink: ({ actor, context }) => begin(context, { sessionId: actor.sessionId, returnPath: "" }),

    async unlinkSignOn({ params, context }) {
      await unlinkIdentity(deps, context, params.id);
      return { ok: true };
    },
  };
};
