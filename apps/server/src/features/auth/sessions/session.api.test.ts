import { MESSAGES } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { SESSION_COOKIE } from "../../../http/security/cookies.ts";
import { hashToken } from "../../../platform/crypto/token-hash.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { runApp, signIn } from "../../../testing/rigs/start-app.ts";
import { takesEffectWithin } from "../../../testing/takes-effect-within.ts";
import { openSession } from "./open-session.ts";
import { findActor } from "./session.store.ts";

const PASSWORD = "a long enough passphrase";
const HOUR_MS = 3_600_000;
const running = runApp();

const aSignedInUser = async () => {
  const user = await aUser(running.current.db, { password: PASSWORD });
  return { user, cookies: await signIn(running.current, user.username, PASSWORD) };
};
const me = (cookies?: Record<string, string>) => running.current.call("/api/auth/me", { cookies });

describe("a session", () => {
  it("is nobody without a cookie, with a made-up one and with one that never existed", async () => {
    for (const cookies of [undefined, { [SESSION_COOKIE]: "garbage" }, { [SESSION_COOKIE]: "A".repeat(43) }]) {
      const { status, body } = await me(cookies);
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: "not_signed_in", detail: MESSAGES.loginFirst });
    }
  });

  it("ends for a disabled user within a second", async () => {
    const { user, cookies } = await aSignedInUser();
    expect((await me(cookies)).status).toBe(200);
    await running.current.db.updateTable("console_user").set({ is_enabled: false }).where("id", "=", user.id).execute();
    await takesEffectWithin(1_000, async () => (await me(cookies)).status === 401);
  });

  it("ends after eight hours without use and after seven days in any case", async () => {
    const { user } = await aSignedInUser();
    const idle = await signIn(running.current, user.username, PASSWORD);
    running.current.clock.advance(8 * HOUR_MS + 1);
    expect((await me(idle)).status).toBe(401);

    const { db, clock } = running.current;
    const token = await openSession(db, user.id, { userAgent: "busy", network: "192.0.2.0/24" }, clock.now());
    for (let used = 0; used < 23; used++) {
      clock.advance(7 * HOUR_MS);
      expect(await findActor(db, hashToken(token), clock.now())).toBeDefined();
    }
    clock.advance(7 * HOUR_MS + 1);
    expect(await findActor(db, hashToken(token), clock.now())).toBeUndefined();
  });

  it("ends by logout, from our own pages only", async () => {
    const { cookies } = await aSignedInUser();
    const foreign = await running.current.call("/api/auth/logout", {
      cookies,
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(foreign.status).toBe(403);
    const typed = await running.current.call("/api/auth/logout", { cookies, headers: { "sec-fetch-site": "none" } });
    expect(typed.status).toBe(403);
    expect((await me(cookies)).status).toBe(200);
    const { status, headers } = await running.current.call("/api/auth/logout", { cookies });
    expect(status).toBe(200);
    expect(String(headers["set-cookie"])).toContain("Max-Age=0");
    expect(headers["clear-site-data"]).toBe('"cache"');
    expect((await me(cookies)).status).toBe(401);
  });

  it("is one of a hundred at most, and a further one ends the one used longest ago, of the same user only", async () => {
    const { db, clock } = running.current;
    const user = await aUser(db);
    const stranger = await aSignedInUser();
    const open = () => openSession(db, user.id, { userAgent: "busy", network: "192.0.2.0/24" }, clock.now());
    const tokens: string[] = [];
    for (let n = 0; n < 101; n++) {
      tokens.push(await open());
      clock.advance(1);
      // The first is used all the time.
      if (n === 50) {
        clock.advance(HOUR_MS);
        expect(await findActor(db, hashToken(tokens[0] ?? ""), clock.now())).toBeDefined();
      }
    }
    const isAlive = async (token = ""): Promise<boolean> =>
      (await findActor(db, hashToken(token), clock.now())) !== undefined;
    expect([await isAlive(tokens[0]), await isAlive(tokens[1]), await isAlive(tokens[2])]).toEqual([true, false, true]);
    expect((await me(stranger.cookies)).status).toBe(200);
  });

  it("is listed with the others, and any of them can be ended, but nobody else's", async () => {
    const { user, cookies } = await aSignedInUser();
    await signIn(running.current, user.username, PASSWORD);
    const stranger = await aSignedInUser();
    const { body } = await running.current.call("/api/auth/sessions", { cookies });
    const items = body.items as { id: string; is_current: boolean }[];
    expect(items.map((item) => item.is_current).sort()).toEqual([false, true]);
    const other = items.find((item) => !item.is_current)?.id ?? "";
    const end = (as: Record<string, string>) =>
      running.current.call(`/api/auth/sessions/${other}`, { method: "DELETE", cookies: as });
    expect((await end(stranger.cookies)).status).toBe(404);
    expect((await end(cookies)).status).toBe(200);
    expect((await end(cookies)).status).toBe(404);
  });

  it("ends the others only soon after its user proved who they are, so that a stolen one ends none", async () => {
    const { user, cookies } = await aSignedInUser();
    const other = await signIn(running.current, user.username, PASSWORD);
    running.current.clock.advance(5 * 60_000 + 1);
    const { body } = await running.current.call("/api/auth/sessions", { cookies });
    const { id } = (body.items as { id: string; is_current: boolean }[]).find((item) => !item.is_current) ?? {};
    const refused = { status: 403, body: { code: "stale_sign_in" } };
    expect(await running.current.call(`/api/auth/sessions/${id}`, { method: "DELETE", cookies })).toMatchObject(
      refused,
    );
    expect(await running.current.call("/api/auth/sessions/end_others", { method: "POST", cookies })).toMatchObject(
      refused,
    );
    expect((await me(other)).status).toBe(200);
  });

  it("can end all the others at once", async () => {
    const { user, cookies } = await aSignedInUser();
    for (let i = 0; i < 3; i++) await signIn(running.current, user.username, PASSWORD);
    const { body } = await running.current.call("/api/auth/sessions/end_others", { method: "POST", cookies });
    expect(body).toEqual({ ended: 3 });
    expect((await me(cookies)).status).toBe(200);
  });
});
