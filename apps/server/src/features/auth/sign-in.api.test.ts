import { MESSAGES } from "@dailies/contract";
import { describe, expect, it } from "vitest";
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
    const cookie = String(headers["set-cookie"]);
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
    const refused = await login({ username: user.email, password: PASSWORD }, "203.0.99.1");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    running.current.clock.advance(15 * 60_000 + 1);
    expect((await login({ username: user.username, password: PASSWORD }, "203.0.99.1")).status).toBe(200);
  });

  it("throttles a network, and counts attempts made at the same time", async () => {
    const attempts = Array.from({ length: 30 }, (_, i) =>
      login({ username: `guess-${i}`, password: PASSWORD }, "203.1.0.9"),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
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
