import { MESSAGES } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { SESSION_COOKIE } from "../../../http/security/cookies.ts";
import { programContext } from "../../../request-context.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { eventually } from "../../../testing/eventually.ts";
import { runApp, signIn } from "../../../testing/rigs/start-app.ts";
import { provisionSetting, SETTINGS } from "../../settings/index.ts";
import { openSession } from "../sessions/open-session.ts";

const PASSWORD = "a long enough passphrase";
const NEXT = "an even longer passphrase";
const running = runApp();

const aSignedInUser = async (password?: string, isByCode = false) => {
  const { db, clock } = running.current;
  const user = await aUser(db, { password });
  const device = { userAgent: "test", network: "192.0.2.0/24" };
  const token = await openSession(db, user.id, { ...device, isByCode }, clock.now());
  return { user, cookies: { [SESSION_COOKIE]: token } };
};
const refuseWords = async (words: string[]): Promise<void> => {
  const { db, clock, settings } = running.current;
  await provisionSetting(db, programContext("test", "test", clock.now()), SETTINGS.refusedPasswordWords, words);
  await eventually(() => settings.get(SETTINGS.refusedPasswordWords).length === words.length || undefined);
};
const setPassword = (cookies: Record<string, string>, body: object) =>
  running.current.call("/api/auth/set_password", { method: "POST", cookies, body });

describe("T18: setting a password", () => {
  it("gives this session a new token, ends every other one and asks for a notice by mail", async () => {
    const { user, cookies } = await aSignedInUser();
    const other = await openSession(
      running.current.db,
      user.id,
      { userAgent: "thief", network: "x" },
      running.current.clock.now(),
    );
    const answer = await setPassword(cookies, { password: NEXT });
    expect(answer.status).toBe(200);
    expect(answer.cookies[SESSION_COOKIE]).not.toBe(cookies[SESSION_COOKIE]);
    for (const token of [other, cookies[SESSION_COOKIE] ?? ""]) {
      expect((await running.current.call("/api/auth/me", { cookies: { [SESSION_COOKIE]: token } })).status).toBe(401);
    }
    const me = await running.current.call("/api/auth/me", { cookies: answer.cookies });
    expect(me.body).toMatchObject({ username: user.username, is_password_set: true });
    const asked = await running.current.db
      .selectFrom("outbox")
      .selectAll()
      .where("workflow_type", "=", "sendPasswordNotice")
      .execute();
    expect(asked.map((row) => row.input)).toContainEqual({ userId: user.id });
    await signIn(running.current, user.username, NEXT);
  });

  it("needs the current one when there is one, also right after a sign-in", async () => {
    const { user, cookies } = await aSignedInUser(PASSWORD);
    expect((await setPassword(cookies, { password: NEXT })).status).toBe(403);
    expect((await setPassword(cookies, { password: NEXT, current_password: "not this one, no" })).status).toBe(403);
    expect((await setPassword(cookies, { password: NEXT, current_password: PASSWORD })).status).toBe(200);
    await signIn(running.current, user.username, NEXT);
  });

  it("needs a fresh sign-in for the first one, so that a stolen session sets none", async () => {
    const { cookies } = await aSignedInUser();
    running.current.clock.advance(5 * 60_000 + 1);
    expect(await setPassword(cookies, { password: NEXT })).toMatchObject({
      status: 403,
      body: { code: "stale_sign_in" },
    });
  });

  it("does not need it within five minutes after a sign-in by mailed code, because it may be forgotten", async () => {
    const soon = await aSignedInUser(PASSWORD, true);
    running.current.clock.advance(4 * 60_000);
    expect((await setPassword(soon.cookies, { password: NEXT })).status).toBe(200);
    const late = await aSignedInUser(PASSWORD, true);
    running.current.clock.advance(5 * 60_000 + 1);
    expect((await setPassword(late.cookies, { password: NEXT })).status).toBe(403);
    const proof = { method: "POST", cookies: late.cookies, body: { password: PASSWORD } } as const;
    const confirmed = await running.current.call("/api/auth/confirm_identity", proof);
    expect(confirmed.status).toBe(200);
    expect((await setPassword(confirmed.cookies, { password: NEXT })).status).toBe(403);
  });

  it("stops somebody who guesses the current one", async () => {
    const { cookies } = await aSignedInUser(PASSWORD);
    const guess = () => setPassword(cookies, { password: NEXT, current_password: "a guess, a guess" });
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(403);
    expect((await guess()).status).toBe(429);
  });

  it.each([
    ["", MESSAGES.enterPassword],
    ["short", "use at least 12 characters"],
    ["x".repeat(257), "use at most 256 characters"],
  ])("refuses %j by its length", async (password, msg) => {
    const { cookies } = await aSignedInUser();
    const { status, body } = await setPassword(cookies, { password });
    expect(status).toBe(422);
    expect(body.detail).toContainEqual({ msg, loc: "password" });
  });

  it("refuses a common password and one that contains the username, with the reason", async () => {
    const { user, cookies } = await aSignedInUser();
    for (const password of ["qwertyuiop123456", `my name is ${user.username}`]) {
      const { status, body } = await setPassword(cookies, { password });
      expect(status).toBe(422);
      expect(typeof body.detail).toBe("string");
    }
  });

  it("refuses the product's name, and the words that an operator published, for new passwords only", async () => {
    const current_password = "my northlight passphrase";
    const { user, cookies } = await aSignedInUser(current_password);
    await refuseWords(["Northlight"]);
    for (const [password, word] of [
      ["watching dailies all night", "dailies"],
      ["the NORTHLIGHT of the year", "Northlight"],
    ])
      expect(await setPassword(cookies, { password, current_password })).toMatchObject({
        status: 422,
        body: { detail: `the password must not contain "${word}": such words are tried first` },
      });
    await signIn(running.current, user.username, current_password);
    await refuseWords([]);
    const change = { password: "the NORTHLIGHT of the year", current_password };
    expect((await setPassword(cookies, change)).status).toBe(200);
  });
});
