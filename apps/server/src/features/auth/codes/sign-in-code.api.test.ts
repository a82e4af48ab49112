import { MESSAGES } from "@dailies/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { CODE_REQUEST_COOKIE, SESSION_COOKIE } from "../../../http/security/cookies.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { testConfig } from "../../../testing/test-database.ts";
import { hashSignInCode } from "./sign-in-code.rules.ts";
import { storeCodeHash } from "./sign-in-code.store.ts";

const CODE = "042137";
const running = runApp((config) => ({ ...config, signInLimits: { perAccount: 10, perNetwork: 20 } }));

/** Requests a code and replaces its delivery: the mailed code is `CODE`. */
const askForCode = async (email: string) => {
  const { db, call } = running.current;
  const { status, cookies } = await call("/api/auth/send_code", { method: "POST", body: { email } });
  expect(status).toBe(200);
  const row = await db
    .selectFrom("sign_in_code")
    .select("id")
    .where("email", "=", email)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  await storeCodeHash(db, row.id, hashSignInCode(testConfig().secretKeys.current, row.id, CODE));
  return { [CODE_REQUEST_COOKIE]: cookies[CODE_REQUEST_COOKIE] ?? "" };
};
/** Each test comes from a network of its own. */
let network = 0;
beforeEach(() => {
  network += 1;
});
const login = (email: string, code: string, cookies?: Record<string, string>) =>
  running.current.call("/api/auth/login", {
    method: "POST",
    body: { email, code },
    cookies,
    from: `10.9.${network}.1`,
  });

describe("signing in with a one-time code", () => {
  it("signs in once, and tells that a password is missing", async () => {
    const user = await aUser(running.current.db);
    const cookies = await askForCode(user.email);
    const first = await login(user.email, CODE, cookies);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ username: user.username, is_password_set: false });
    expect(first.cookies[SESSION_COOKIE]).toHaveLength(43);
    const second = await login(user.email, CODE, cookies);
    expect(second.status).toBe(401);
    expect(second.body.detail).toBe(MESSAGES.wrongCode);
  });

  it("lets one of many simultaneous uses through", async () => {
    const user = await aUser(running.current.db);
    const cookies = await askForCode(user.email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => login(user.email, CODE, cookies)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("gives five tries, also to guesses made at the same time", async () => {
    const user = await aUser(running.current.db);
    const cookies = await askForCode(user.email);
    await Promise.all(Array.from({ length: 5 }, () => login(user.email, "999999", cookies)));
    expect((await login(user.email, CODE, cookies)).status).toBe(401);
  });

  it("is bound to the browser that asked and to the address", async () => {
    const user = await aUser(running.current.db);
    const other = await aUser(running.current.db);
    const cookies = await askForCode(user.email);
    expect((await login(user.email, CODE)).status).toBe(401);
    expect((await login(user.email, CODE, await askForCode(other.email))).status).toBe(401);
    expect((await login(other.email, CODE, cookies)).status).toBe(401);
    expect((await login(user.email, CODE, cookies)).status).toBe(200);
  });

  it("cannot be kept from its owner by strangers who know the address", async () => {
    const user = await aUser(running.current.db);
    const cookies = await askForCode(user.email);
    const stranger = { [CODE_REQUEST_COOKIE]: "x".repeat(43) };
    for (let i = 0; i < 15; i++) expect((await login(user.email, CODE, i % 2 ? stranger : undefined)).status).toBe(401);
    expect((await login(user.email, CODE, cookies)).status).toBe(200);
  });

  it("is not kept from anybody by attempts of browsers that asked for none", async () => {
    const user = await aUser(running.current.db);
    const cookies = await askForCode(user.email);
    for (let n = 0; n < 60; n++) expect((await login("anybody@dailies.test", "999999")).status).toBe(401);
    const begun = performance.now();
    expect((await login(user.email, CODE, cookies)).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(1_500);
  });

  it("is rate limited by account when code after code is requested", async () => {
    const user = await aUser(running.current.db);
    for (let asked = 0; asked < 2; asked++) {
      const cookies = await askForCode(user.email);
      for (let i = 0; i < 5; i++) expect((await login(user.email, "999999", cookies)).status).toBe(401);
    }
    expect((await login(user.email, CODE, await askForCode(user.email))).status).toBe(429);
  });

  it("expires after ten minutes", async () => {
    const user = await aUser(running.current.db);
    const cookies = await askForCode(user.email);
    running.current.clock.advance(10 * 60_000 + 1);
    expect((await login(user.email, CODE, cookies)).status).toBe(401);
  });

  it("answers an unknown address exactly as a known one, and starts the same work", async () => {
    const { db, call } = running.current;
    const known = await aUser(db);
    const ask = (email: string) => call("/api/auth/send_code", { method: "POST", body: { email } });
    const [first, second] = [await ask(known.email), await ask("nobody@dailies.test")];
    expect(second.status).toBe(first.status);
    expect(second.body).toEqual(first.body);
    expect(Object.keys(second.headers).sort()).toEqual(Object.keys(first.headers).sort());
    const asked = await db.selectFrom("sign_in_code").select("id").where("email", "=", "nobody@dailies.test").execute();
    const started = await db
      .selectFrom("outbox")
      .select("id")
      .where("workflow_id", "=", `sign-in-code/${asked[0]?.id}`)
      .execute();
    expect(started).toHaveLength(1);
  });

  it("mails at most five codes to an address in a quarter of an hour", async () => {
    const body = { email: "flood@dailies.test" };
    const ask = () => running.current.call("/api/auth/send_code", { method: "POST", body });
    for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });

  it("does not sign in a user who was disabled after asking", async () => {
    const user = await aUser(running.current.db);
    const cookies = await askForCode(user.email);
    await running.current.db.updateTable("console_user").set({ is_enabled: false }).where("id", "=", user.id).execute();
    expect((await login(user.email, CODE, cookies)).status).toBe(401);
  });
});
