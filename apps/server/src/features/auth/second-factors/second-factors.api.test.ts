import { MESSAGES } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { PENDING_SIGN_IN_COOKIE, SESSION_COOKIE } from "../../../http/security/cookies.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { runApp, signIn } from "../../../testing/rigs/start-app.ts";
import { testConfig } from "../../../testing/test-database.ts";
import { listOperations } from "../../operation-log/index.ts";
import { hashSignInCode } from "../codes/sign-in-code.rules.ts";
import { storeCodeHash } from "../codes/sign-in-code.store.ts";
import { stepAt, totpAt } from "./totp.rules.ts";

const PASSWORD = "a long enough passphrase";
const STEP_MS = 30_000;
const running = runApp((config) => ({ ...config, signInLimits: { perAccount: 10, perNetwork: 1_000 } }));

type Cookies = Record<string, string>;
const post = (path: string, cookies: Cookies, body?: object) =>
  running.current.call(`/api/auth${path}`, { method: "POST", cookies, body });

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** As an authenticator app reads it. */
const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};
const codeOf = (secret: string, stepsOff = 0): string =>
  totpAt(fromBase32(secret), stepAt(running.current.clock.now()) + stepsOff);

const aUserWithPassword = async () => {
  const user = await aUser(running.current.db, { password: PASSWORD });
  return { user, cookies: await signIn(running.current, user.username, PASSWORD) };
};

/** A user whose sign-in needs a second factor; the code that confirmed it is used up. */
const anEnrolledUser = async () => {
  const { user, cookies } = await aUserWithPassword();
  const { secret } = (await post("/second_factor/totp/start", cookies)).body as { secret: string };
  const confirmed = await post("/second_factor/totp/confirm", cookies, { totp: codeOf(secret) });
  expect(confirmed.status).toBe(200);
  running.current.clock.advance(STEP_MS);
  return { user, cookies, secret, recoveryCodes: confirmed.body.recovery_codes as string[] };
};

/** Gives the first factor; returns the cookie that awaits the second one. */
const startLogin = async (username: string): Promise<Cookies> => {
  const answer = await post("/login", {}, { username, password: PASSWORD });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ second_factors: ["totp", "recovery_code"] });
  expect(answer.cookies[SESSION_COOKIE]).toBeUndefined();
  return { [PENDING_SIGN_IN_COOKIE]: answer.cookies[PENDING_SIGN_IN_COOKIE] ?? "" };
};
const finish = (cookies: Cookies, body: object) => post("/login/second_factor", cookies, body);

describe("enrolling an authenticator app", () => {
  it("counts only once a code has shown that the app has the secret, and tells the user by mail", async () => {
    const { user, cookies } = await aUserWithPassword();
    const started = await post("/second_factor/totp/start", cookies);
    const { secret, uri } = started.body as { secret: string; uri: string };
    expect(uri).toContain(`secret=${secret}`);
    const other = await signIn(running.current, user.username, PASSWORD);
    const wrong = await post("/second_factor/totp/confirm", cookies, { totp: codeOf(secret, 5) });
    expect(wrong).toMatchObject({ status: 403, body: { detail: MESSAGES.wrongSecondFactor } });
    const confirmed = await post("/second_factor/totp/confirm", cookies, { totp: codeOf(secret) });
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recovery_codes as string[]).size).toBe(10);
    expect((await running.current.call("/api/auth/me", { cookies: other })).status).toBe(401);
    await startLogin(user.username);
    const asked = await running.current.db
      .selectFrom("outbox")
      .select("input")
      .where("workflow_type", "=", "sendSecurityNotice")
      .execute();
    expect(asked.map(({ input }) => input)).toContainEqual({ userId: user.id, what: "second_factor_added" });
    const { items } = await listOperations(running.current.db, `user:${user.id}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Add_authenticator_app", user_name: user.username }]);
    const events = running.current.db.selectFrom("security_event").select(["kind", "method"]);
    expect(await events.where("user_id", "=", user.id).where("method", "=", "totp").execute()).toEqual([
      { kind: "second_factor_added", method: "totp" },
    ]);
  });

  it("needs a fresh sign-in, and is refused a second time", async () => {
    const { cookies } = await anEnrolledUser();
    expect((await post("/second_factor/totp/start", cookies)).status).toBe(409);
    running.current.clock.advance(5 * 60_000 + 1);
    expect((await post("/second_factor/totp/start", cookies)).body.code).toBe("stale_sign_in");
  });

  it("keeps the secret and the recovery codes out of the database's plain text", async () => {
    const { user, secret, recoveryCodes } = await anEnrolledUser();
    const { db } = running.current;
    const factor = await db.selectFrom("totp_factor").selectAll().where("user_id", "=", user.id).execute();
    const codes = await db.selectFrom("recovery_code").selectAll().where("user_id", "=", user.id).execute();
    const stored = [...factor.map((row) => row.sealed_secret), ...codes.map((row) => row.code_hash)]
      .map((bytes) => bytes.toString("latin1"))
      .join("\n");
    for (const text of [secret, fromBase32(secret).toString("latin1"), ...recoveryCodes]) {
      expect(stored).not.toContain(text);
    }
  });
});

describe("signing in with a second factor", () => {
  it("opens a session with the code of the app, and with none before", async () => {
    const { user, secret } = await anEnrolledUser();
    const pending = await startLogin(user.username);
    const forged = { [SESSION_COOKIE]: pending[PENDING_SIGN_IN_COOKIE] ?? "" };
    expect((await running.current.call("/api/auth/me", { cookies: forged })).status).toBe(401);
    const finished = await finish(pending, { totp: codeOf(secret) });
    expect(finished).toMatchObject({ status: 200, body: { username: user.username } });
    const session = { [SESSION_COOKIE]: finished.cookies[SESSION_COOKIE] ?? "" };
    expect((await running.current.call("/api/auth/me", { cookies: session })).status).toBe(200);
  });

  it("refuses a code that was used, also at once and in another sign-in", async () => {
    const { user, secret } = await anEnrolledUser();
    const [one, two] = [await startLogin(user.username), await startLogin(user.username)];
    const code = { totp: codeOf(secret) };
    const answers = await Promise.all([finish(one, code), finish(two, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await finish(await startLogin(user.username), { totp: codeOf(secret, -1) })).status).toBe(401);
  });

  it("takes each recovery code once, in any case and with or without the dashes", async () => {
    const { user, recoveryCodes } = await anEnrolledUser();
    const [first = ""] = recoveryCodes;
    const written = first.toUpperCase().replaceAll("-", " ");
    expect((await finish(await startLogin(user.username), { recovery_code: written })).status).toBe(200);
    expect((await finish(await startLogin(user.username), { recovery_code: first })).status).toBe(401);
    const session = await finish(await startLogin(user.username), { recovery_code: recoveryCodes[1] });
    const state = await running.current.call("/api/auth/second_factor", { cookies: session.cookies });
    expect(state.body.recovery_codes_left).toBe(8);
  });

  it("gives five tries for each sign-in, and ten in fifteen minutes for each account", async () => {
    const { user, secret } = await anEnrolledUser();
    const guess = { totp: codeOf(secret, 50) };
    const pending = await startLogin(user.username);
    for (let i = 0; i < 5; i++) expect((await finish(pending, guess)).body.detail).toBe(MESSAGES.wrongSecondFactor);
    expect((await finish(pending, { totp: codeOf(secret) })).body.detail).toBe(MESSAGES.signInExpired);
    const again = await startLogin(user.username);
    for (let i = 0; i < 5; i++) await finish(again, guess);
    expect((await finish(await startLogin(user.username), { totp: codeOf(secret) })).status).toBe(429);
  });

  it("expires after ten minutes, and with a new password", async () => {
    const { user, secret, cookies } = await anEnrolledUser();
    const late = await startLogin(user.username);
    const changed = await startLogin(user.username);
    const change = { password: "an even longer passphrase", current_password: PASSWORD };
    expect((await post("/set_password", cookies, change)).status).toBe(200);
    expect((await finish(changed, { totp: codeOf(secret) })).body.detail).toBe(MESSAGES.signInExpired);
    running.current.clock.advance(10 * 60_000 + 1);
    expect((await finish(late, { totp: codeOf(secret) })).body.detail).toBe(MESSAGES.signInExpired);
    expect((await finish({}, { totp: codeOf(secret) })).status).toBe(401);
  });

  it("keeps whether the first one was a mailed code, after which a forgotten password can be replaced", async () => {
    const { user, secret } = await anEnrolledUser();
    const { db } = running.current;
    const asked = await post("/send_code", {}, { email: user.email });
    const row = db.selectFrom("sign_in_code").select("id").where("email", "=", user.email);
    const { id } = await row.executeTakeFirstOrThrow();
    await storeCodeHash(db, id, hashSignInCode(testConfig().secretKeys.current, id, "042137"));
    const byCode = await post("/login", asked.cookies, { email: user.email, code: "042137" });
    const change = { password: "an even longer passphrase" };
    for (const [pending, status] of [
      [await startLogin(user.username), 403],
      [byCode.cookies, 200],
    ] as const) {
      running.current.clock.advance(STEP_MS);
      const { cookies } = await finish(pending, { totp: codeOf(secret) });
      expect((await post("/set_password", cookies, change)).status).toBe(status);
    }
  });

  it("is refused for a user who was disabled meanwhile", async () => {
    const { user, secret } = await anEnrolledUser();
    const pending = await startLogin(user.username);
    await running.current.db.updateTable("console_user").set({ is_enabled: false }).where("id", "=", user.id).execute();
    expect((await finish(pending, { totp: codeOf(secret) })).status).toBe(401);
  });
});

describe("removing the second factor", () => {
  it("needs a code of it, and signs in without it afterwards", async () => {
    const { user, cookies, secret } = await anEnrolledUser();
    expect((await post("/second_factor/totp/remove", cookies, { totp: codeOf(secret, 9) })).status).toBe(403);
    expect((await post("/second_factor/totp/remove", cookies, { totp: codeOf(secret) })).status).toBe(200);
    expect((await post("/second_factor/totp/remove", cookies, { totp: codeOf(secret, 1) })).status).toBe(409);
    await signIn(running.current, user.username, PASSWORD);
  });

  it("is not needed for new recovery codes, which replace the old ones", async () => {
    const { user, cookies, recoveryCodes } = await anEnrolledUser();
    const renewed = await post("/second_factor/recovery_codes", cookies);
    const [fresh] = renewed.body.recovery_codes as string[];
    expect((await finish(await startLogin(user.username), { recovery_code: recoveryCodes[0] })).status).toBe(401);
    expect((await finish(await startLogin(user.username), { recovery_code: fresh })).status).toBe(200);
  });
});
