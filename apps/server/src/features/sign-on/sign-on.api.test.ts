import { randomUUID } from "node:crypto";
import { MESSAGES } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { PENDING_SIGN_IN_COOKIE, SESSION_COOKIE, SIGN_ON_COOKIE } from "../../http/security/cookies.ts";
import { aCaller } from "../../testing/builders/a-caller.ts";
import { aUser } from "../../testing/builders/a-user.ts";
import { CONSOLE_ORIGIN, useSignOn } from "../../testing/rigs/sign-on/use-sign-on.ts";
import { runApp } from "../../testing/rigs/start-app.ts";

const {
  running,
  options,
  provider,
  ownNetwork,
  aPerson,
  start,
  atProvider,
  comeBack,
  signOn,
  link,
  linkedUser,
  eventsOf,
  meOf,
} = await useSignOn();
const misprinted = await useSignOn({ publishesOtherKey: true });
const off = runApp();

describe("single sign-on", () => {
  it("signs in the linked account, checks the signature of the ID token, and leads to the page one came from", async () => {
    const { user, account } = await linkedUser();
    const begun = await start({}, "start", { redirect: "/#/dataset" });
    const { status, landing, cookies } = await signOn(account, begun);
    expect(status).toBe(303);
    expect(landing).toBe("/#/login?sign_on=signed_in&redirect=%2F%23%2Fdataset");
    expect(cookies[SIGN_ON_COOKIE]).toBe("");
    expect((await meOf(cookies)).body).toMatchObject({ username: user.username });
    expect(provider().requests).toContain("/jwks");
    expect(await eventsOf(user.id)).toEqual(["sign_in sign_on"]);
    const session = await running.current.db
      .selectFrom("session_sign_on as p")
      .innerJoin("session as s", "s.id", "p.session_id")
      .select(["p.issuer", "p.subject", "p.sid"])
      .where("s.user_id", "=", user.id)
      .executeTakeFirstOrThrow();
    expect(session).toMatchObject({ issuer: options.issuer, subject: account, sid: expect.any(String) });
  });

  it("stores no secret of an attempt, and asks with PKCE, state and nonce", async () => {
    const { cookies, url } = await start();
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({
      code_challenge_method: "S256",
      redirect_uri: `${CONSOLE_ORIGIN}/api/auth/sign_on/callback`,
    });
    const rows = await running.current.db.selectFrom("sign_on_attempt").selectAll().execute();
    const stored = JSON.stringify(rows);
    for (const secret of [cookies[SIGN_ON_COOKIE] ?? "", asked.state ?? "", asked.nonce ?? ""]) {
      expect(secret).toHaveLength(43);
      expect(stored).not.toContain(secret);
    }
  });

  it("asks the account's own second factor for the second step, and the session then belongs to the provider", async () => {
    const { user, account } = await linkedUser();
    await running.current.db
      .insertInto("passkey")
      .values({
        id: randomUUID(),
        user_id: user.id,
        slot: 1,
        credential_id: Buffer.alloc(32, 7),
        public_key: Buffer.alloc(64),
        sign_count: 0n,
        transports: [],
        is_backup_eligible: false,
        is_backed_up: false,
        name: "key",
        created_at: new Date(),
      })
      .execute();
    const { landing, cookies } = await signOn(account);
    expect(landing).toBe("/#/login?sign_on=second_factor&factors=passkey%2Crecovery_code");
    expect(cookies[SESSION_COOKIE]).toBeUndefined();
    expect(cookies[PENDING_SIGN_IN_COOKIE]).toHaveLength(43);
    expect(await eventsOf(user.id)).toEqual([]);
    const pending = await running.current.db.selectFrom("pending_sign_on").select("subject").execute();
    expect(pending).toEqual([{ subject: account }]);
  });

  it("is off without a provider, and then opens nothing", async () => {
    expect((await running.current.call("/api/auth/sign_on")).body).toEqual({ name: "Example ID" });
    expect((await off.current.call("/api/auth/sign_on")).body).toEqual({ name: null });
    for (const path of ["start", "link"]) {
      const { cookies } = await aCaller(off.current);
      const call = { method: "POST", body: path === "start" ? {} : undefined, cookies } as const;
      expect((await off.current.call(`/api/auth/sign_on/${path}`, call)).status).toBe(404);
    }
    expect((await off.current.call("/api/auth/sign_on/callback?code=1")).status).toBe(404);
    expect((await off.current.call("/api/auth/sign_on/logout", { method: "POST" })).status).toBe(404);
  });
});

describe("an answer that single sign-on refuses", () => {
  it("is one that another browser began", async () => {
    const { account } = await linkedUser();
    const begun = await start();
    const address = await atProvider(begun, account);
    for (const cookies of [{}, (await start()).cookies]) {
      const { headers, cookies: set } = await comeBack({ cookies, from: ownNetwork() }, address);
      expect(headers.location).toMatch(/sign_on=(expired|refused)$/);
      expect(set[SESSION_COOKIE]).toBeUndefined();
    }
  });

  it("has a wrong or missing state, or another issuer", async () => {
    const { user, account } = await linkedUser();
    const changes = [
      (query: URLSearchParams) => query.set("state", "x".repeat(43)),
      (query: URLSearchParams) => query.delete("state"),
      (query: URLSearchParams) => query.set("iss", "https://another.example"),
      (query: URLSearchParams) => query.delete("iss"),
      (query: URLSearchParams) => query.set("code", "another"),
    ];
    for (const change of changes) {
      const begun = await start();
      const address = await atProvider(begun, account);
      change(address.searchParams);
      const { headers, cookies } = await comeBack(begun, address);
      expect(headers.location).toBe("/#/login?sign_on=refused");
      expect(cookies[SESSION_COOKIE]).toBeUndefined();
    }
    expect(await eventsOf(user.id)).toEqual([]);
  });

  it("has an ID token that no key of the provider has signed", async () => {
    const { user, account } = await misprinted.linkedUser();
    const { landing, cookies } = await misprinted.signOn(account);
    expect(landing).toBe("/#/login?sign_on=refused");
    expect(cookies[SESSION_COOKIE]).toBeUndefined();
    expect(misprinted.provider().requests).toContain("/jwks");
    expect(await misprinted.eventsOf(user.id)).toEqual([]);
    expect(misprinted.running.current.log.join("")).toContain("JWT signature verification failed");
  });

  it("comes a second time, or late", async () => {
    const { account } = await linkedUser();
    const { begun, address } = await signOn(account);
    expect((await comeBack(begun, address)).headers.location).toBe("/#/login?sign_on=expired");
    const late = await start();
    const back = await atProvider(late, account);
    running.current.clock.advance(10 * 60_000);
    expect((await comeBack(late, back)).headers.location).toBe("/#/login?sign_on=expired");
  });

  it("says that the person or the provider refused", async () => {
    expect((await signOn("")).landing).toBe("/#/login?sign_on=denied");
  });

  it("is of a disabled account, whose attempt is a security event", async () => {
    const user = await aUser(running.current.db, { isEnabled: false });
    const account = aPerson();
    await link(user.id, account);
    expect((await signOn(account)).landing).toBe("/#/login?sign_on=disabled");
    expect(await eventsOf(user.id)).toEqual(["sign_in_failed sign_on"]);
  });

  it("comes too often from one network", async () => {
    const from = ownNetwork();
    const empty = new URL(`${CONSOLE_ORIGIN}/api/auth/sign_on/callback`);
    expect((await comeBack({ cookies: {}, from }, empty)).headers.location).toBe("/#/login?sign_on=expired");
    await running.current.db.updateTable("sign_in_throttle").set({ attempts: 1_000 }).execute();
    expect((await comeBack({ cookies: {}, from }, empty)).headers.location).toBe("/#/login?sign_on=throttled");
    await running.current.db.deleteFrom("sign_in_throttle").execute();
  });
});

describe("a provider that cannot be reached", () => {
  const elsewhere = runApp((config) => ({ ...config, signOn: { ...options, issuer: "http://127.0.0.1:9" } }));
  const misnamed = runApp((config) => ({ ...config, signOn: { ...options, issuer: `${options.issuer}/another` } }));

  it("stops nothing but single sign-on, and says so", async () => {
    for (const app of [elsewhere, misnamed]) {
      const { status, body } = await app.current.call("/api/auth/sign_on/start", { method: "POST", body: {} });
      expect(status).toBe(503);
      expect(body.detail).toBe(MESSAGES.providerUnreachable);
      const user = await aUser(app.current.db, { password: "a long enough passphrase" });
      const login = { username: user.username, password: "a long enough passphrase" };
      expect((await app.current.call("/api/auth/login", { method: "POST", body: login })).status).toBe(200);
    }
  });
});
