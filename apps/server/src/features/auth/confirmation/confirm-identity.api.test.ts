import { MESSAGES } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { CODE_REQUEST_COOKIE, SESSION_COOKIE } from "../../../http/security/cookies.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { runApp, signIn } from "../../../testing/rigs/start-app.ts";
import { testConfig } from "../../../testing/test-database.ts";
import { hashSignInCode } from "../codes/sign-in-code.rules.ts";
import { storeCodeHash } from "../codes/sign-in-code.store.ts";
import { openSession } from "../sessions/open-session.ts";

const PASSWORD = "a long enough passphrase";
const CODE = "042137";
const STALE_MS = 5 * 60_000 + 1;
const running = runApp((config) => ({ ...config, signInLimits: { perAccount: 10, perNetwork: 1_000 } }));

type Cookies = Record<string, string>;

/** A session whose proof of identity is older than five minutes. */
const aStaleSession = async (password?: string) => {
  const { db, clock } = running.current;
  const user = await aUser(db, { password, permissions: ["MAGI_ADMIN"] });
  const token = await openSession(db, user.id, { userAgent: "test", network: "192.0.2.0/24" }, clock.now());
  const cookies: Cookies = { [SESSION_COOKIE]: token };
  clock.advance(STALE_MS);
  return { user, cookies };
};
const post = (path: string, cookies: Cookies, body?: object) =>
  running.current.call(path, { method: "POST", cookies, body });
const confirm = (cookies: Cookies, body: object) => post("/api/auth/confirm_identity", cookies, body);
const decide = (cookies: Cookies) =>
  post("/api_v1/admin/approval/decide", cookies, {
    id: "019a0000-0000-7000-8000-000000000001",
    decision: "rejected",
    reason: "not needed",
  });

/** Asks for a code to the caller's own address, and replaces its delivery. */
const askForCode = async (email: string, cookies: Cookies): Promise<Cookies> => {
  const { db } = running.current;
  const answer = await post("/api/auth/confirm_identity/send_code", cookies);
  expect(answer.status).toBe(200);
  const { id } = await db
    .selectFrom("sign_in_code")
    .select("id")
    .where("email", "=", email)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  await storeCodeHash(db, id, hashSignInCode(testConfig().secretKeys.current, id, CODE));
  return { ...cookies, [CODE_REQUEST_COOKIE]: answer.cookies[CODE_REQUEST_COOKIE] ?? "" };
};

describe("an act that needs a fresh sign-in", () => {
  it("is refused with its own code five minutes after the sign-in, before its body is read", async () => {
    const { cookies } = await aStaleSession(PASSWORD);
    const { status, body } = await decide(cookies);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: "stale_sign_in", detail: MESSAGES.staleSignIn });
    expect((await post("/api_v1/admin/approval/decide", cookies, { nonsense: true })).body.code).toBe("stale_sign_in");
  });

  it("is refused for lack of permission first, so that nobody types a password in vain", async () => {
    const { db, clock } = running.current;
    const user = await aUser(db, { password: PASSWORD });
    const token = await openSession(db, user.id, { userAgent: "test", network: "x" }, clock.now());
    clock.advance(STALE_MS);
    expect((await decide({ [SESSION_COOKIE]: token })).body).toMatchObject({ code: "not_allowed" });
  });

  it("goes through after the password is given again, with a new token that replaces the old one", async () => {
    const { cookies } = await aStaleSession(PASSWORD);
    const confirmed = await confirm(cookies, { password: PASSWORD });
    expect(confirmed.status).toBe(200);
    expect(confirmed.cookies[SESSION_COOKIE]).toHaveLength(43);
    expect(confirmed.cookies[SESSION_COOKIE]).not.toBe(cookies[SESSION_COOKIE]);
    expect((await decide(confirmed.cookies)).status).toBe(404);
    running.current.clock.advance(STALE_MS);
    expect((await decide(confirmed.cookies)).body.code).toBe("stale_sign_in");
  });

  it("never becomes possible with the token that was known before", async () => {
    const { cookies } = await aStaleSession(PASSWORD);
    expect((await decide(cookies)).body.code).toBe("stale_sign_in");
    await confirm(cookies, { password: PASSWORD });
    expect([401, 403]).toContain((await decide(cookies)).status);
  });

  it("goes through after the mailed code is given by the browser that asked for it, once", async () => {
    const { user, cookies } = await aStaleSession();
    const asked = await askForCode(user.email, cookies);
    expect((await confirm(cookies, { code: CODE })).status).toBe(403);
    const confirmed = await confirm(asked, { code: CODE });
    expect(confirmed.status).toBe(200);
    expect((await decide(confirmed.cookies)).status).toBe(404);
    const again = { ...confirmed.cookies, [CODE_REQUEST_COOKIE]: asked[CODE_REQUEST_COOKIE] ?? "" };
    expect((await confirm(again, { code: CODE })).status).toBe(403);
  });

  it("does not go through with the code of somebody else", async () => {
    const { user, cookies } = await aStaleSession();
    const other = await aStaleSession();
    const theirs = await askForCode(other.user.email, other.cookies);
    const { status, body } = await confirm({ ...theirs, ...cookies }, { code: CODE });
    expect(status).toBe(403);
    expect(body.detail).toBe(MESSAGES.wrongProof);
    expect(user.email).not.toBe(other.user.email);
  });

  it("stays refused to somebody who guesses, and the guesses count together with those of a password change", async () => {
    const { cookies } = await aStaleSession(PASSWORD);
    for (let i = 0; i < 5; i++) expect((await confirm(cookies, { password: "a guess, a guess" })).status).toBe(403);
    const change = { password: "an even longer passphrase", current_password: "a guess, a guess" };
    for (let i = 0; i < 5; i++) expect((await post("/api/auth/set_password", cookies, change)).status).toBe(403);
    expect((await confirm(cookies, { password: PASSWORD })).status).toBe(429);
  });

  it("needs no confirmation right after a sign-in", async () => {
    const { user } = await aStaleSession(PASSWORD);
    const cookies = await signIn(running.current, user.username, PASSWORD);
    running.current.clock.advance(4 * 60_000);
    expect((await decide(cookies)).status).toBe(404);
  });
});
