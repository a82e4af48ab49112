import { createHmac, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { SESSION_COOKIE } from "../../http/security/cookies.ts";
import { cookiesOf } from "../../testing/builders/a-caller.ts";
import { eventually } from "../../testing/eventually.ts";
import { openProviderBrowser } from "../../testing/outsiders/openid-provider.ts";
import { aTokenKey } from "../../testing/outsiders/token-keys.ts";
import { useSignOn } from "../../testing/rigs/sign-on/use-sign-on.ts";
import type { Answer } from "../../testing/rigs/start-app.ts";
import { listOperations } from "../operation-log/index.ts";
import { lockAdministration } from "../users/index.ts";

const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";
const OTHER_KEY = aTokenKey("RS256");

type Rig = Awaited<ReturnType<typeof useSignOn>>;
type Cookies = Record<string, string>;

const rig = await useSignOn();
const withoutNames = await useSignOn({ namesSessions: false });

/** Real tokens have the real time; the clock of the tests stands still. */
const setClock = ({ running }: Rig): void => {
  const { clock } = running.current;
  clock.advance(Date.now() - clock.now().getTime());
};

type Browser = ReturnType<typeof openProviderBrowser>;

/** A session here that a browser opens by its session at the provider. */
const openSession = async ({ start, comeBack }: Rig, browser: Browser, account: string): Promise<Cookies> => {
  const begun = await start();
  const { cookies } = await comeBack(begun, await browser.signIn(begun.url, account));
  return { [SESSION_COOKIE]: cookies[SESSION_COOKIE] ?? "" };
};

const statusesOf = ({ meOf }: Rig, ...sessions: Cookies[]): Promise<number[]> =>
  Promise.all(sessions.map(async (cookies) => (await meOf(cookies)).status));

/** As another site would send it: from anywhere, without cookies. */
const post = ({ running, ownNetwork }: Rig, token: string, from = ownNetwork()): Promise<Answer> =>
  running.current.call("/api/auth/sign_on/logout", {
    method: "POST",
    body: new URLSearchParams({ logout_token: token }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
    from,
  });

/** The claims of a right token, issued now. */
const claimsOf = ({ running, options }: Rig, changes: object): Record<string, unknown> => {
  const iat = Math.floor(running.current.clock.now().getTime() / 1_000);
  return {
    iss: options.issuer,
    aud: options.clientId,
    iat,
    exp: iat + 120,
    jti: randomUUID(),
    events: { [LOGOUT_EVENT]: {} },
    ...changes,
  };
};

describe("signing out at the provider", () => {
  it("ends the sessions of that provider session and no others, and is recorded", async () => {
    const { running, provider, linkedUser, eventsOf } = rig;
    const { user, account } = await linkedUser();
    const [browser, another] = [openProviderBrowser(provider()), openProviderBrowser(provider())];
    const ended = [await openSession(rig, browser, account), await openSession(rig, browser, account)];
    const stay = [await openSession(rig, another, account), await cookiesOf(running.current, user.id)];
    setClock(rig);
    await browser.signOut();
    expect(provider().logoutFaults).toEqual([]);
    expect(await statusesOf(rig, ...ended, ...stay)).toEqual([401, 401, 200, 200]);
    expect((await eventsOf(user.id)).slice(-1)).toEqual(["sign_out sign_on"]);
    const { items } = await listOperations(running.current.db, `user:${user.id}`, { limit: 5 });
    expect(items).toMatchObject([
      {
        op_type: "End_sessions",
        user_name: "system",
        meta: { username: user.username, ended: 2 },
        reason: "single sign-on",
      },
    ]);
  });

  it("ends all sessions of the person when the provider does not name its own", async () => {
    const { running, provider, linkedUser } = withoutNames;
    const { user, account } = await linkedUser();
    const { account: stranger } = await linkedUser();
    const [browser, another] = [openProviderBrowser(provider()), openProviderBrowser(provider())];
    const ended = [
      await openSession(withoutNames, browser, account),
      await openSession(withoutNames, another, account),
    ];
    const third = openProviderBrowser(provider());
    const stay = [await openSession(withoutNames, third, stranger), await cookiesOf(running.current, user.id)];
    setClock(withoutNames);
    await browser.signOut();
    expect(provider().logoutFaults).toEqual([]);
    expect(await statusesOf(withoutNames, ...ended, ...stay)).toEqual([401, 401, 200, 200]);
  });

  it("ends a session that began before the provider named its own", async () => {
    const { provider, linkedUser } = withoutNames;
    const { account } = await linkedUser();
    const session = await openSession(withoutNames, openProviderBrowser(provider()), account);
    const token = provider().signingKey.signToken(claimsOf(withoutNames, { sub: account, sid: "of later" }));
    expect((await post(withoutNames, token)).status).toBe(200);
    expect(await statusesOf(withoutNames, session)).toEqual([401]);
  });

  it("ends a sign-in that awaits its second factor", async () => {
    const { running, provider, linkedUser, signOn, eventsOf } = rig;
    const { db } = running.current;
    const { user, account } = await linkedUser();
    const at = new Date();
    const factor = { user_id: user.id, sealed_secret: Buffer.alloc(64), created_at: at, confirmed_at: at };
    await db.insertInto("totp_factor").values(factor).execute();
    expect((await signOn(account)).landing).toContain("sign_on=second_factor");
    const token = provider().signingKey.signToken(claimsOf(rig, { sub: account }));
    expect((await post(rig, token)).status).toBe(200);
    const pending = db.selectFrom("pending_sign_in").select("user_id").where("user_id", "=", user.id);
    expect(await pending.execute()).toEqual([]);
    expect(await eventsOf(user.id)).toEqual([]);
  });
});

describe("a sign-in during which the provider signs the person out", () => {
  /** Held back where its code has been exchanged and no session begun. */
  const heldSignIn = async (account: string, meanwhile: () => Promise<unknown>): Promise<Answer> => {
    const { running, provider, start, comeBack } = rig;
    const begun = await start();
    const address = await openProviderBrowser(provider()).signIn(begun.url, account);
    setClock(rig);
    return await running.current.db
      .transaction()
      .execute(async (tx) => {
        await lockAdministration(tx);
        const before = provider().requests.length;
        const coming = comeBack(begun, address);
        await eventually(() => (provider().requests.slice(before).includes("/me") ? true : undefined));
        await meanwhile();
        return { coming };
      })
      .then(({ coming }) => coming);
  };

  it("opens no session", async () => {
    const { provider, linkedUser, eventsOf } = rig;
    const { user, account } = await linkedUser();
    const answer = await heldSignIn(account, async () => {
      setClock(rig);
      const token = provider().signingKey.signToken(claimsOf(rig, { sub: account }));
      expect((await post(rig, token)).status).toBe(200);
    });
    expect(answer.headers.location).toBe("/#/login?sign_on=expired");
    expect(answer.cookies[SESSION_COOKIE]).toBeUndefined();
    expect(await eventsOf(user.id)).toEqual(["sign_in_failed sign_on"]);
  });

  it("is not held up by the logout of somebody else, or of another session", async () => {
    const { provider, linkedUser } = rig;
    const { account } = await linkedUser();
    const { account: stranger } = await linkedUser();
    const answer = await heldSignIn(account, async () => {
      setClock(rig);
      for (const changes of [{ sub: stranger }, { sub: account, sid: "another" }, { sid: "another" }]) {
        const token = provider().signingKey.signToken(claimsOf(rig, changes));
        expect((await post(rig, token)).status).toBe(200);
      }
    });
    expect(answer.headers.location).toBe("/#/login?sign_on=signed_in");
  });

  it("may begin anew afterwards", async () => {
    const { provider, linkedUser, running, signOn } = rig;
    const { account } = await linkedUser();
    setClock(rig);
    running.current.clock.advance(-5_000);
    const token = provider().signingKey.signToken(claimsOf(rig, { sub: account }));
    expect((await post(rig, token)).status).toBe(200);
    expect((await signOn(account)).landing).toBe("/#/login?sign_on=signed_in");
  });
});

describe("a logout token", () => {
  it("ends nothing unless everything about it is right", async () => {
    const { provider, linkedUser, options } = rig;
    const { account } = await linkedUser();
    const session = await openSession(rig, openProviderBrowser(provider()), account);
    const { signingKey } = provider();
    const right = claimsOf(rig, { sub: account });
    const { iat } = right as { iat: number };
    const [head = "", payload = "", signature = ""] = signingKey.signToken(right).split(".");
    const headOf = (alg: string): string =>
      Buffer.from(JSON.stringify({ alg, typ: "logout+jwt" })).toString("base64url");
    const bySecret = `${headOf("HS256")}.${payload}`;
    const secretSignature = createHmac("sha256", options.clientSecret).update(bySecret).digest("base64url");
    const otherPayload = Buffer.from(JSON.stringify({ ...right, jti: "x" })).toString("base64url");
    const wrong: Record<string, string> = {
      "another key": OTHER_KEY.signToken(right, { kid: signingKey.kid }),
      "an unknown key": OTHER_KEY.signToken(right, { kid: "unknown" }),
      "a key in its header": OTHER_KEY.signToken(right, { kid: undefined, jwk: OTHER_KEY.publicJwk }),
      "an algorithm of another key": signingKey.signToken(right, { alg: "ES256" }),
      "the algorithm none": `${headOf("none")}.${payload}.`,
      "a shared secret": `${bySecret}.${secretSignature}`,
      "other claims": `${head}.${otherPayload}.${signature}`,
      "a critical extension": signingKey.signToken(right, { crit: ["exp"] }),
      "another type": signingKey.signToken(right, { typ: "JWT" }),
      "no type": signingKey.signToken(right, { typ: undefined }),
      "a nonce": signingKey.signToken({ ...right, nonce: "n" }),
      "another issuer": signingKey.signToken({ ...right, iss: `${options.issuer}/` }),
      "another client": signingKey.signToken({ ...right, aud: ["another"] }),
      "no time": signingKey.signToken({ ...right, iat: undefined }),
      "a time long ago": signingKey.signToken({ ...right, iat: iat - 151 }),
      "a time to come": signingKey.signToken({ ...right, iat: iat + 60 }),
      "an end that has passed": signingKey.signToken({ ...right, exp: iat - 31 }),
      "no id": signingKey.signToken({ ...right, jti: undefined }),
      "no event": signingKey.signToken({ ...right, events: undefined }),
      "another event": signingKey.signToken({ ...right, events: { "urn:another": {} } }),
      "an event that is no object": signingKey.signToken({ ...right, events: { [LOGOUT_EVENT]: true } }),
      nobody: signingKey.signToken({ ...right, sub: undefined }),
      "no text": "",
    };
    for (const [what, token] of Object.entries(wrong)) {
      const { status, body, headers } = await post(rig, token);
      expect([what, status, body.code, body.detail]).toEqual([what, 400, "malformed", "invalid_request"]);
      expect(headers["cache-control"]).toBe("no-store");
    }
    expect(await statusesOf(rig, session)).toEqual([200]);
    const { status, headers } = await post(rig, signingKey.signToken({ ...right, aud: ["another", options.clientId] }));
    expect([status, headers["cache-control"]]).toEqual([200, "no-store"]);
    await expect.poll(() => statusesOf(rig, session)).toEqual([401]);
  });

  it("counts once, however often it is sent", async () => {
    const { provider, linkedUser } = rig;
    const { account } = await linkedUser();
    const token = provider().signingKey.signToken(claimsOf(rig, { sub: account }));
    const answers = await Promise.all([post(rig, token), post(rig, token), post(rig, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const session = await openSession(rig, openProviderBrowser(provider()), account);
    expect((await post(rig, token)).status).toBe(400);
    expect(await statusesOf(rig, session)).toEqual([200]);
  });

  it("is not read when too many from its network were refused", async () => {
    const { running, provider, linkedUser, ownNetwork } = rig;
    const { account } = await linkedUser();
    const from = ownNetwork();
    expect((await post(rig, "x", from)).status).toBe(400);
    await running.current.db.updateTable("sign_in_throttle").set({ attempts: 1_000 }).execute();
    const token = provider().signingKey.signToken(claimsOf(rig, { sub: account }));
    expect((await post(rig, token, from)).status).toBe(429);
    await running.current.db.deleteFrom("sign_in_throttle").execute();
    expect((await post(rig, token, from)).status).toBe(200);
  });
});
