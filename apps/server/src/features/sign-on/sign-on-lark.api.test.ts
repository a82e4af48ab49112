import { afterAll, describe, expect, it } from "vitest";
import { SESSION_COOKIE } from "../../http/security/cookies.ts";
import { aCaller } from "../../testing/builders/a-caller.ts";
import { aUser } from "../../testing/builders/a-user.ts";
import { type LarkPerson, startLarkAccounts } from "../../testing/outsiders/lark-accounts.ts";
import { CONSOLE_ORIGIN } from "../../testing/rigs/sign-on/use-sign-on.ts";
import { runApp } from "../../testing/rigs/start-app.ts";

const feishu = await startLarkAccounts();
afterAll(() => feishu.close());

const running = runApp((config) => ({
  ...config,
  publicOrigin: CONSOLE_ORIGIN,
  signOn: {
    issuer: feishu.url,
    clientId: feishu.appId,
    clientSecret: feishu.appSecret,
    larkApiUrl: feishu.url,
    name: "Feishu",
    scopes: "openid",
    groupsClaim: "groups",
    codesByGroup: new Map(),
    newAccounts: "off",
    domains: [],
    newAccountRole: "developer",
  },
}));

let people = 0;
const aPerson = (change: Partial<LarkPerson> = {}): LarkPerson => {
  people += 1;
  return { tenant_key: "company-1", union_id: `on_${people}`, open_id: `ou_${people}`, name: "Fei", ...change };
};

const start = async (cookies: Record<string, string> = {}, path: "start" | "link" = "start") => {
  const answer = await running.current.call(`/api/auth/sign_on/${path}`, { method: "POST", body: {}, cookies });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { cookies: { ...cookies, ...answer.cookies }, url: String(answer.body.url) };
};

/** Where Feishu leads the browser of this person back to. */
const atFeishu = async (url: string, person: LarkPerson | undefined): Promise<URL> => {
  feishu.state.person = person;
  const { headers } = await fetch(url, { redirect: "manual" });
  return new URL(headers.get("location") ?? "");
};

const comeBack = async (cookies: Record<string, string>, address: URL) => {
  const call = { cookies, headers: { "sec-fetch-site": "cross-site" } };
  const answer = await running.current.call(`${address.pathname}${address.search}`, call);
  return { landing: String(answer.headers.location), cookies: answer.cookies };
};

const signOn = async (person: LarkPerson | undefined, begun?: { cookies: Record<string, string>; url: string }) => {
  const { cookies, url } = begun ?? (await start());
  return comeBack(cookies, await atFeishu(url, person));
};

const nameIn = async (cookies: Record<string, string>): Promise<unknown> => {
  const session = { [SESSION_COOKIE]: cookies[SESSION_COOKIE] ?? "" };
  return (await running.current.call("/api/auth/me", { cookies: session })).body.username;
};

describe("single sign-on at Feishu or Lark", () => {
  it("signs in whoever has linked an account, and nobody with the same id of another company", async () => {
    const { username, cookies } = await aCaller(running.current);
    const person = aPerson();
    expect((await signOn(person, await start(cookies, "link"))).landing).toBe("/#/frog-home?sign_on=linked");
    const entered = await signOn(person);
    expect(entered.landing).toBe("/#/login?sign_on=signed_in");
    expect(await nameIn(entered.cookies)).toBe(username);
    const stranger = await signOn({ ...person, tenant_key: "company-2" });
    expect(stranger.landing).toBe("/#/login?sign_on=unknown_account");
  });

  it("makes no account and finds none by an address, which nobody has verified", async () => {
    const { email } = await aUser(running.current.db, { permissions: ["MAGI_ADMIN"] });
    const { landing, cookies } = await signOn(aPerson({ email }));
    expect(landing).toBe("/#/login?sign_on=unknown_account");
    expect(cookies[SESSION_COOKIE]).toBeUndefined();
  });

  it("refuses a wrong state, another code, a code that was used, and an attempt of another browser", async () => {
    const person = aPerson();
    for (const change of [
      (query: URLSearchParams) => query.set("state", "x".repeat(43)),
      (query: URLSearchParams) => query.delete("state"),
      (query: URLSearchParams) => query.set("code", "another"),
    ]) {
      const begun = await start();
      const address = await atFeishu(begun.url, person);
      change(address.searchParams);
      expect((await comeBack(begun.cookies, address)).landing).toBe("/#/login?sign_on=refused");
    }
    const begun = await start();
    const address = await atFeishu(begun.url, person);
    const other = await start();
    expect((await comeBack(other.cookies, address)).landing).toBe("/#/login?sign_on=refused");
    expect((await comeBack({}, address)).landing).toBe("/#/login?sign_on=expired");
    await comeBack(begun.cookies, address);
    const again = await start();
    const state = new URL(again.url).searchParams.get("state") ?? "";
    address.searchParams.set("state", state);
    expect((await comeBack(again.cookies, address)).landing).toBe("/#/login?sign_on=refused");
  });

  it("says that the person refused, that it cannot be reached, or that its answer names nobody", async () => {
    expect((await signOn(undefined)).landing).toBe("/#/login?sign_on=denied");
    expect((await signOn(aPerson({ union_id: "" }))).landing).toBe("/#/login?sign_on=refused");
    feishu.state.failsWith = 503;
    expect((await signOn(aPerson())).landing).toBe("/#/login?sign_on=unreachable");
    feishu.state.failsWith = undefined;
  });

  it("takes no logout tokens, as there are none", async () => {
    const answer = await running.current.call("/api/auth/sign_on/logout", { method: "POST", body: "logout_token=x" });
    expect([answer.status, answer.body.detail]).toEqual([400, "invalid_request"]);
  });
});
