import { randomUUID } from "node:crypto";
import type { PermissionCode } from "@dailies/contract";
import { afterAll, beforeAll, expect } from "vitest";
import type { Config } from "../../../config.ts";
import { SESSION_COOKIE } from "../../../http/security/cookies.ts";
import { aUser, type TestUser } from "../../builders/a-user.ts";
import { freePort } from "../../listening.ts";
import {
  OPENID_CLIENT,
  type OpenIdProvider,
  type OpenIdProviderOptions,
  openProviderBrowser,
  type PersonClaims,
  startOpenIdProvider,
} from "../../outsiders/openid-provider.ts";
import { type Answer, type RunningApp, runApp } from "../start-app.ts";

export const CONSOLE_ORIGIN = "https://console.dailies.test";

type SignOnOptions = NonNullable<Config["signOn"]>;

const GROUPS = new Map<string, PermissionCode[]>([
  ["video-leads", ["USE_VERSION_1_0", "USER_MANAGE_R"]],
  ["admins", ["MAGI_ADMIN"]],
]);

/** A visit at the provider that has begun in a browser. */
export interface SignOnStart {
  readonly cookies: Record<string, string>;
  readonly url: string;
  readonly from: string;
}

type ProviderChoices = Pick<OpenIdProviderOptions, "hasClaimsInIdToken" | "namesSessions" | "publishesOtherKey">;

interface RigOptions extends ProviderChoices {
  readonly signOn?: Partial<SignOnOptions>;
}

/** People of the provider, and what the console knows of them. */
const peopleOf = (running: { readonly current: RunningApp }, issuer: string, provider: () => OpenIdProvider) => {
  let people = 0;
  /** Returns the name of the account at the provider. */
  const aPerson = (claims: PersonClaims = {}): string => {
    people += 1;
    const name = `person-${people}`;
    const standard = { email: `${name}@example.test`, email_verified: true, name: `Person ${people}` };
    provider().people.set(name, { ...standard, preferred_username: name, ...claims });
    return name;
  };

  const link = async (userId: string, account: string): Promise<void> => {
    const row = { id: randomUUID(), issuer: issuer, subject: account, user_id: userId, created_at: new Date() };
    await running.current.db.insertInto("sign_on_identity").values(row).execute();
  };

  const linkedUser = async (
    permissions: PermissionCode[] = [],
    claims: PersonClaims = {},
  ): Promise<{ user: TestUser; account: string }> => {
    const user = await aUser(running.current.db, { permissions });
    const account = aPerson(claims);
    await link(user.id, account);
    return { user, account };
  };

  const heldBy = (userId: string) =>
    running.current.db
      .selectFrom("console_user_permission")
      .select(["code", "is_from_provider"])
      .where("user_id", "=", userId)
      .orderBy("code")
      .execute();

  const eventsOf = async (userId: string): Promise<string[]> => {
    const events = running.current.db.selectFrom("security_event").select(["kind", "method"]).orderBy("seq");
    return (await events.where("user_id", "=", userId).execute()).map(({ kind, method }) => `${kind} ${method}`);
  };

  const meOf = (cookies: Record<string, string>): Promise<Answer> =>
    running.current.call("/api/auth/me", { cookies: { [SESSION_COOKIE]: cookies[SESSION_COOKIE] ?? "" } });

  return { aPerson, link, linkedUser, heldBy, eventsOf, meOf };
};

/** Starts the provider beside the console, which it can reach for back-channel logout. */
const useProvider = (
  running: { readonly current: RunningApp },
  ports: { readonly provider: number; readonly console: number },
  choices: ProviderChoices,
): (() => OpenIdProvider) => {
  let started: OpenIdProvider | undefined;
  beforeAll(async () => {
    await running.current.app.http.listen({ port: ports.console, host: "127.0.0.1" });
    started = await startOpenIdProvider({
      port: ports.provider,
      redirectUri: `${CONSOLE_ORIGIN}/api/auth/sign_on/callback`,
      logoutUri: `http://127.0.0.1:${ports.console}/api/auth/sign_on/logout`,
      ...choices,
    });
  });
  afterAll(() => started?.close());
  return () => {
    if (!started) throw new Error("the provider runs only while tests run");
    return started;
  };
};

/** The whole server with a real OpenID provider beside it. Call it at the top of a test file. */
export const useSignOn = async (
  { signOn: changes, ...choices }: RigOptions = {},
  more: Partial<Pick<Config, "scimToken">> = {},
) => {
  const ports = { provider: await freePort(), console: await freePort() };
  const options: SignOnOptions = {
    issuer: `http://127.0.0.1:${ports.provider}`,
    ...OPENID_CLIENT,
    name: "Example ID",
    scopes: "openid email profile",
    groupsClaim: "groups",
    codesByGroup: GROUPS,
    newAccounts: "domain",
    domains: ["example.test"],
    newAccountRole: "developer",
    larkApiUrl: undefined,
    ...changes,
  };
  const running = runApp((config) => ({
    ...config,
    publicOrigin: CONSOLE_ORIGIN,
    signOn: options,
    signInLimits: { perAccount: 5, perNetwork: 20 },
    ...more,
  }));
  const provider = useProvider(running, ports, choices);

  let networks = 0;
  const ownNetwork = (): string => {
    networks += 1;
    return `10.9.${networks}.1`;
  };

  const start = async (
    cookies: Record<string, string> = {},
    path: "start" | "link" = "start",
    body: object = {},
  ): Promise<SignOnStart> => {
    const from = ownNetwork();
    const answer = await running.current.call(`/api/auth/sign_on/${path}`, { method: "POST", body, cookies, from });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return { cookies: { ...cookies, ...answer.cookies }, url: String(answer.body.url), from };
  };

  /** What the provider leads the browser to. */
  const comeBack = ({ cookies, from }: Pick<SignOnStart, "cookies" | "from">, address: URL): Promise<Answer> =>
    running.current.call(`${address.pathname}${address.search}`, {
      cookies,
      from,
      headers: { "sec-fetch-site": "cross-site" },
    });

  const atProvider = ({ url }: Pick<SignOnStart, "url">, account: string): Promise<URL> =>
    openProviderBrowser(provider()).signIn(url, account);

  /** All of it: returns where the console leads, and the cookies. */
  const signOn = async (account: string, given?: SignOnStart) => {
    const begun = given ?? (await start());
    const address = await atProvider(begun, account);
    const answer = await comeBack(begun, address);
    return { ...answer, begun, address, landing: String(answer.headers.location) };
  };

  return {
    running,
    options,
    provider,
    ownNetwork,
    start,
    atProvider,
    comeBack,
    signOn,
    ...peopleOf(running, options.issuer, provider),
  };
};
