import { randomBytes } from "node:crypto";
import type { PasskeyCreationOptions, PasskeyItem } from "@dailies/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { PASSKEY_COOKIE } from "../../../http/security/cookies.ts";
import { aCaller, type Caller, cookiesOf } from "../../../testing/builders/a-caller.ts";
import {
  answerWith,
  browserOf,
  type Ceremony,
  enrolPasskey,
  softwarePasskey,
  type TestBrowser,
} from "../../../testing/outsiders/software-authenticator.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";

const ORIGIN = "https://console.dailies.test";
const RELYING_PARTY = { id: "console.dailies.test", origins: [ORIGIN, "https://live.dailies.test"] };
const STALE_MS = 5 * 60_000 + 1;
const running = runApp((config) => ({
  ...config,
  relyingParty: RELYING_PARTY,
  signInLimits: { perAccount: 10, perNetwork: 1_000 },
}));

const aSignedInBrowser = async (): Promise<{ user: Caller; browser: TestBrowser }> => {
  const user = await aCaller(running.current);
  return { user, browser: browserOf(running.current, user.cookies) };
};
const aHolder = async () => {
  const { user, browser } = await aSignedInBrowser();
  const passkey = softwarePasskey(ORIGIN);
  const enrolled = await enrolPasskey(browser, passkey);
  expect(enrolled.status).toBe(200);
  const { id } = enrolled.body.passkey as PasskeyItem;
  return { user, browser, passkey, id, recoveryCodes: enrolled.body.recovery_codes as string[] };
};
const listed = async (browser: TestBrowser): Promise<PasskeyItem[]> =>
  (await browser.get("/passkeys")).body.items as PasskeyItem[];
const kindsOf = async (userId: string) => {
  const events = running.current.db.selectFrom("security_event").select(["kind", "method"]);
  return events.where("user_id", "=", userId).orderBy("seq").execute();
};
const noticesOf = async (userId: string) => {
  const asked = running.current.db
    .selectFrom("outbox")
    .select("input")
    .where("workflow_type", "=", "sendSecurityNotice");
  const inputs = (await asked.execute()).map(({ input }) => input as { userId: string; what: string });
  return inputs.filter((input) => input.userId === userId).map(({ what }) => what);
};

describe("adding a passkey", () => {
  it("stores a public key under a random handle, gives recovery codes with the first one, and lists it", async () => {
    const { user, browser } = await aSignedInBrowser();
    const started = await browser.post("/passkeys/start");
    const options = started.body as unknown as PasskeyCreationOptions;
    expect(options).toMatchObject({
      rp: { id: RELYING_PARTY.id },
      attestation: "none",
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const handle = Buffer.from(options.user.id, "base64url");
    expect(handle).toHaveLength(32);
    for (const text of [user.id.replaceAll("-", ""), user.email, user.username])
      expect([handle.toString("latin1"), handle.toString("hex")].join()).not.toContain(text);

    const passkey = softwarePasskey(ORIGIN);
    const credential = passkey.register(options, { isBackedUp: true });
    const created = await browser.post("/passkeys/create", { name: "work laptop", credential });
    expect(created.status).toBe(200);
    expect(new Set(created.body.recovery_codes as string[]).size).toBe(10);
    expect(await listed(browser)).toMatchObject([
      { name: "work laptop", last_used_at: null, is_backup_eligible: true, is_backed_up: true },
    ]);

    const second = await enrolPasskey(browser, softwarePasskey(ORIGIN), { name: "phone" });
    expect(second.body).toMatchObject({ passkey: { name: "phone", is_backed_up: false }, recovery_codes: null });
    const third = (await browser.post("/passkeys/start")).body as unknown as PasskeyCreationOptions;
    expect(third.user.id).toBe(options.user.id);
    expect(third.excludeCredentials.map(({ id }) => id)).toContain(passkey.id);
  });

  it("ends the other sessions, tells the user by mail, and is a security event and in the history", async () => {
    const { user, browser } = await aSignedInBrowser();
    const other = await cookiesOf(running.current, user.id);
    expect((await enrolPasskey(browser, softwarePasskey(ORIGIN), { name: "key" })).status).toBe(200);
    expect((await running.current.call("/api/auth/me", { cookies: other })).status).toBe(401);
    expect((await browser.get("/me")).status).toBe(200);
    expect(await noticesOf(user.id)).toEqual(["passkey_added"]);
    expect(await kindsOf(user.id)).toEqual([{ kind: "second_factor_added", method: "passkey" }]);
    const { items } = await listOperations(running.current.db, `user:${user.id}`, { limit: 5 });
    expect(items).toMatchObject([{ op_type: "Add_passkey", meta: { username: user.username, name: "key" } }]);
  });

  it("needs a fresh sign-in, before and after the device was asked", async () => {
    const { browser } = await aSignedInBrowser();
    const options = (await browser.post("/passkeys/start")).body as unknown as PasskeyCreationOptions;
    running.current.clock.advance(STALE_MS);
    const credential = softwarePasskey(ORIGIN).register(options);
    expect((await browser.post("/passkeys/create", { name: "late", credential })).body.code).toBe("stale_sign_in");
    expect((await browser.post("/passkeys/start")).body.code).toBe("stale_sign_in");
  });

  it.each<[string, Ceremony]>([
    ["of another origin", { origin: "https://console.dailies.test.evil.example" }],
    ["of another relying party", { rpId: "evil.example" }],
    ["of a device that did not verify its user", { isVerified: false }],
    ["made for signing in", { type: "webauthn.get" }],
  ])("refuses a credential %s", async (_what, ceremony) => {
    const { browser } = await aSignedInBrowser();
    expect((await enrolPasskey(browser, softwarePasskey(ORIGIN), { ceremony })).status).toBe(403);
    expect(await listed(browser)).toEqual([]);
  });

  it("refuses a credential whose id is too short to be random", async () => {
    const { browser } = await aSignedInBrowser();
    expect((await enrolPasskey(browser, softwarePasskey(ORIGIN, randomBytes(15)))).status).toBe(403);
    expect((await enrolPasskey(browser, softwarePasskey(ORIGIN, randomBytes(16)))).status).toBe(200);
  });

  it("accepts the further origins of the installation", async () => {
    const { browser } = await aSignedInBrowser();
    const enrolled = await enrolPasskey(browser, softwarePasskey("https://live.dailies.test"));
    expect(enrolled.status).toBe(200);
  });

  it("takes each challenge once, from the browser and the user that asked for it, within five minutes", async () => {
    const { user, browser } = await aSignedInBrowser();
    const stranger = await aSignedInBrowser();
    const options = (await browser.post("/passkeys/start")).body as unknown as PasskeyCreationOptions;
    const cookie = browser.cookies[PASSKEY_COOKIE] ?? "";
    const create = (cookies: Record<string, string>) =>
      browserOf(running.current, cookies).post("/passkeys/create", {
        name: "key",
        credential: softwarePasskey(ORIGIN).register(options),
      });
    expect((await create(user.cookies)).status).toBe(403);
    expect((await create({ ...stranger.user.cookies, [PASSKEY_COOKIE]: cookie })).status).toBe(403);
    expect((await create({ ...user.cookies, [PASSKEY_COOKIE]: cookie })).status).toBe(403);

    const late = (await browser.post("/passkeys/start")).body as unknown as PasskeyCreationOptions;
    running.current.clock.advance(STALE_MS);
    const fresh = await cookiesOf(running.current, user.id);
    const credential = softwarePasskey(ORIGIN).register(late);
    const again = browserOf(running.current, { ...browser.cookies, ...fresh });
    expect((await again.post("/passkeys/create", { name: "late", credential })).status).toBe(403);
    expect(await listed(again)).toEqual([]);
  });

  it("refuses a credential that belongs to somebody else already", async () => {
    const { passkey } = await aHolder();
    const { browser } = await aSignedInBrowser();
    expect(await enrolPasskey(browser, passkey)).toMatchObject({
      status: 409,
      body: { detail: "this passkey is registered already" },
    });
  });

  it("refuses the eleventh passkey of a person, also when two are added at once, as the database does", async () => {
    const { user, browser } = await aSignedInBrowser();
    for (let n = 0; n < 9; n++) expect((await enrolPasskey(browser, softwarePasskey(ORIGIN))).status).toBe(200);
    const browsers = [browser, browserOf(running.current, user.cookies)];
    const begun: PasskeyCreationOptions[] = [];
    for (const each of browsers)
      begun.push((await each.post("/passkeys/start")).body as unknown as PasskeyCreationOptions);
    const answers = await Promise.all(
      begun.map((options, n) => {
        const credential = softwarePasskey(ORIGIN).register(options);
        return browsers[n]?.post("/passkeys/create", { name: `at once ${n}`, credential });
      }),
    );
    expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 409]);
    expect((await browser.post("/passkeys/start")).status).toBe(409);
    expect(await listed(browser)).toHaveLength(10);
    const eleventh =
      sql`insert into passkey select gen_random_uuid(), user_id, 11, sha256('x'), public_key, 0, transports,
      false, false, name, created_at from passkey where user_id = ${user.id} limit 1`.execute(running.current.db);
    await expect(eleventh).rejects.toThrow(/passkey_slot_check/);
  });
});

describe("a passkey in the list", () => {
  it("can be renamed by its user only", async () => {
    const { browser, id } = await aHolder();
    const stranger = await aSignedInBrowser();
    const rename = (by: TestBrowser, name: string) => by.post(`/passkeys/${id}/rename`, { name });
    expect((await rename(stranger.browser, "mine")).status).toBe(404);
    expect((await rename(browser, "")).status).toBe(422);
    expect((await rename(browser, "x".repeat(61))).status).toBe(422);
    expect((await rename(browser, "old laptop")).body).toMatchObject({ id, name: "old laptop" });
    expect(await listed(browser)).toMatchObject([{ name: "old laptop" }]);
  });

  it("is removed with a proof of a second factor and a fresh sign-in, not with the session alone", async () => {
    const { user, browser, id, recoveryCodes } = await aHolder();
    const remove = (body: unknown, by = browser) => by.post(`/passkeys/${id}/remove`, body);
    expect((await remove(undefined)).status).toBe(422);
    expect((await remove({ recovery_code: "aaaaa-bbbbb" })).status).toBe(403);
    const stranger = await aHolder();
    expect((await remove({ recovery_code: stranger.recoveryCodes[0] }, stranger.browser)).status).toBe(404);
    running.current.clock.advance(STALE_MS);
    expect((await remove({ recovery_code: recoveryCodes[0] })).body.code).toBe("stale_sign_in");
    const fresh = browserOf(running.current, await cookiesOf(running.current, user.id));
    expect((await remove({ recovery_code: recoveryCodes[0] }, fresh)).status).toBe(200);
    expect(await listed(fresh)).toEqual([]);
    expect((await fresh.get("/second_factor")).body).toMatchObject({ recovery_codes_left: 0 });
    expect(await noticesOf(user.id)).toEqual(["passkey_added", "passkey_removed"]);
    expect((await kindsOf(user.id)).map(({ kind }) => kind)).toEqual(["second_factor_added", "second_factor_removed"]);
    const { items } = await listOperations(running.current.db, `user:${user.id}`, { limit: 1 });
    expect(items).toMatchObject([{ op_type: "Remove_passkey", meta: { name: "laptop" } }]);
  });

  it("can prove its own removal, and recovery codes stay as long as another second factor is left", async () => {
    const { browser, passkey, id } = await aHolder();
    const other = await enrolPasskey(browser, softwarePasskey(ORIGIN));
    const { id: otherId } = other.body.passkey as PasskeyItem;
    const challenge = async () => (await browser.post("/confirm_identity/passkey/start")).body;
    const remove = async (which: string) =>
      browser.post(`/passkeys/${which}/remove`, { passkey: passkey.answer((await challenge()) as never) });
    expect((await remove(otherId)).status).toBe(200);
    expect((await browser.get("/second_factor")).body).toMatchObject({ recovery_codes_left: 10 });
    expect((await remove(id)).status).toBe(200);
    expect((await browser.get("/second_factor")).body).toMatchObject({ totp_since: null, recovery_codes_left: 0 });
  });

  it("is removed by an administrator's reset of the second factors, and signs in no more", async () => {
    const { user, browser, passkey } = await aHolder();
    const manager = await aCaller(running.current, { permissions: ["USER_MANAGE_R", "USER_MANAGE_W"] });
    const info = async () => (await manager.get(`/api_v1/user/info?id=${user.id}`)).body.has_second_factor;
    expect(await info()).toBe(true);
    const reset = await manager.post("/api_v1/user/reset_second_factor", {
      id: user.id,
      reason: "the laptop was lost",
    });
    expect(reset.status).toBe(200);
    expect(await info()).toBe(false);
    expect((await browser.get("/me")).status).toBe(401);
    expect((await answerWith(browserOf(running.current), "/login/passkey", passkey)).status).toBe(401);
    expect(await noticesOf(user.id)).toEqual(["passkey_added", "second_factor_reset"]);
  });
});
