import { MESSAGES } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { BROWSER_COOKIE } from "../../http/security/cookies.ts";
import { aUser } from "../../testing/builders/a-user.ts";
import { runApp, signIn } from "../../testing/rigs/start-app.ts";

const PASSWORD = "a long enough passphrase";
const running = runApp((config) => ({ ...config, signInLimits: { perAccount: 10, perNetwork: 10 } }));
const login = (body: object, from?: string) => running.current.call("/api/auth/login", { method: "POST", body, from });

describe("signing in with a password", () => {
  it("answers the current user and sets a hardened cookie", async () => {
    const user = await aUser(running.current.db, {
      password: PASSWORD,
      permissions: ["USE_VERSION_1_0", "MAGI_ADMIN"],
    });
    const { status, body, headers } = await login({ username: user.username, password: PASSWORD });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      username: user.username,
      is_external: false,
      is_password_set: true,
      platform_flags: 257,
    });
    const [cookie, known] = headers["set-cookie"] as string[];
    expect(known).toMatch(
      /^__Host-browser=[\w-]{22}\.[\w-]{43}; Max-Age=15552000; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(cookie).toMatch(/^__Host-sid=[\w-]{43}; Max-Age=604800; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
  });

  it("takes the e-mail address in any case", async () => {
    const user = await aUser(running.current.db, { password: PASSWORD });
    const { status } = await login({ username: user.email.toUpperCase(), password: PASSWORD });
    expect(status).toBe(200);
  });

  it("says the same for a wrong password, an unknown account, no password and a disabled user", async () => {
    const { db } = running.current;
    const known = await aUser(db, { password: PASSWORD });
    const without = await aUser(db);
    const disabled = await aUser(db, { password: PASSWORD, isEnabled: false });
    const answers = [
      await login({ username: known.username, password: "another passphrase" }, "198.51.100.1"),
      await login({ username: "nobody", password: PASSWORD }, "198.51.100.1"),
      await login({ username: without.username, password: PASSWORD }, "198.51.100.1"),
      await login({ username: disabled.username, password: PASSWORD }, "198.51.100.1"),
    ];
    for (const { status, body, headers } of answers) {
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: "not_signed_in", detail: MESSAGES.wrongCredentials });
      expect(headers["set-cookie"]).toBeUndefined();
    }
  });

  it("ends the session that the browser had before", async () => {
    const user = await aUser(running.current.db, { password: PASSWORD });
    const old = await signIn(running.current, user.username, PASSWORD);
    const body = { username: user.username, password: PASSWORD };
    await running.current.call("/api/auth/login", { method: "POST", body, cookies: old });
    expect((await running.current.call("/api/auth/me", { cookies: old })).status).toBe(401);
  });

  it("throttles an account after ten failures, from any network, and says when to retry", async () => {
    const user = await aUser(running.current.db, { password: PASSWORD });
    for (let i = 0; i < 10; i++)
      await login({ username: user.username, password: "wrong wrong wrong" }, `203.0.${i}.1`);
    const refused = await login({ username: user.username.toUpperCase(), password: PASSWORD }, "203.0.99.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    running.current.clock.advance(15 * 60_000 + 1);
    expect((await login({ username: user.username, password: PASSWORD }, "203.0.99.1")).status).toBe(200);
  });

  it("hashes at most four passwords of one account at a time, so that others need not wait", async () => {
    const user = await aUser(running.current.db, { password: PASSWORD });
    const body = { username: user.username, password: "wrong wrong wrong" };
    const attempts = Array.from({ length: 8 }, (_, n) => login(body, `203.4.${n}.1`));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(4);
  });

  it("delays a network before it refuses it, and counts attempts made at the same time", async () => {
    const attempts = Array.from({ length: 60 }, async (_, i) => {
      const begun = performance.now();
      const { status } = await login({ username: `guess-${i}`, password: PASSWORD }, "203.1.0.9");
      return { status, tookMs: performance.now() - begun };
    });
    const answers = await Promise.all(attempts);
    const checked = answers.filter(({ status }) => status === 401);
    expect(checked).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(checked.filter(({ tookMs }) => tookMs > 2_000).length).toBeGreaterThanOrEqual(20);
  });

  it("lets a known browser in while its network is refused and its account is attacked", async () => {
    const user = await aUser(running.current.db, { password: PASSWORD });
    const mine = { username: user.username, password: PASSWORD };
    const { cookies } = await login(mine, "203.3.0.1");
    const browser = { [BROWSER_COOKIE]: cookies[BROWSER_COOKIE] ?? "" };
    await Promise.all(Array.from({ length: 60 }, () => login({ ...mine, password: "wrong wrong wrong" }, "203.3.0.9")));
    expect((await login(mine, "203.3.0.1")).status).toBe(429);
    const signIn = (body: object, known: Record<string, string>) =>
      running.current.call("/api/auth/login", { method: "POST", body, cookies: known, from: "203.3.0.1" });
    expect((await signIn(mine, browser)).status).toBe(200);
    // It is of one user and of one browser, and has a limit of its own.
    const other = await aUser(running.current.db, { password: PASSWORD });
    expect((await signIn({ username: other.username, password: PASSWORD }, browser)).status).toBe(429);
    const forged = { [BROWSER_COOKIE]: `${"A".repeat(22)}.${"A".repeat(43)}` };
    expect((await signIn(mine, forged)).status).toBe(429);
    for (let n = 0; n < 10; n++)
      expect((await signIn({ ...mine, password: "wrong wrong wrong" }, browser)).status).toBe(401);
    expect((await signIn(mine, browser)).status).toBe(429);
  });

  it("does not count a success against its network", async () => {
    const user = await aUser(running.current.db, { password: PASSWORD });
    for (let i = 0; i < 15; i++)
      expect((await login({ username: user.username, password: PASSWORD }, "203.2.0.9")).status).toBe(200);
  });

  it("refuses what is not a sign-in before it looks at any account", async () => {
    const { status, body } = await login({ username: "someone" });
    expect(status).toBe(422);
    expect(body.detail).toEqual([{ msg: MESSAGES.enterPassword, loc: "password" }]);
  });
});
