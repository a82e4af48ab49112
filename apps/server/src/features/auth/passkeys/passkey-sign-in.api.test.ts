import { MESSAGES, type PasskeyRequestOptions } from "@dailies/contract";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { PASSKEY_COOKIE, PENDING_SIGN_IN_COOKIE, SESSION_COOKIE } from "../../../http/security/cookies.ts";
import { cookiesOf } from "../../../testing/builders/a-caller.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import {
  answerWith,
  browserOf,
  type Ceremony,
  enrolPasskey,
  type SoftwarePasskey,
  softwarePasskey,
  type TestBrowser,
} from "../../../testing/outsiders/software-authenticator.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const ORIGIN = "https://console.dailies.test";
const PASSWORD = "a long enough passphrase";
const FIVE_MINUTES_MS = 5 * 60_000;
const running = runApp((config) => ({
  ...config,
  relyingParty: { id: "console.dailies.test", origins: [ORIGIN] },
  signInLimits: { perAccount: 5, perNetwork: 20 },
}));

let networks = 0;
/** Each browser comes from a network of its own. */
const aBrowser = (cookies?: Record<string, string>): TestBrowser => {
  networks += 1;
  return browserOf(running.current, cookies, `10.${Math.floor(networks / 250)}.${networks % 250}.1`);
};

const aHolder = async (password?: string) => {
  const { db } = running.current;
  const user = await aUser(db, { password, permissions: ["MAGI_ADMIN"] });
  const browser = aBrowser(await cookiesOf(running.current, user.id));
  const passkey = softwarePasskey(ORIGIN);
  const enrolled = await enrolPasskey(browser, passkey);
  expect(enrolled.status).toBe(200);
  const { id } = enrolled.body.passkey as { id: string };
  return { user, browser, passkey, id, recoveryCodes: enrolled.body.recovery_codes as string[] };
};
const signInWith = (passkey: SoftwarePasskey, ceremony?: Ceremony, browser = aBrowser()) =>
  answerWith(browser, "/login/passkey", passkey, ceremony);
const eventsOf = async (userId: string): Promise<string[]> => {
  const events = running.current.db.selectFrom("security_event").select(["kind", "method"]).orderBy("seq");
  return (await events.where("user_id", "=", userId).execute()).map(({ kind, method }) => `${kind} ${method}`);
};

describe("signing in with a passkey alone", () => {
  it("opens a session without a name and without a second step, and notes the use", async () => {
    const { user, browser: enrolling, passkey } = await aHolder(PASSWORD);
    const browser = aBrowser();
    const options = (await browser.post("/login/passkey/start")).body as unknown as PasskeyRequestOptions;
    expect(options).toMatchObject({ rpId: "console.dailies.test", userVerification: "required" });
    expect(options.allowCredentials).toBeUndefined();
    expect((await browser.get("/me")).status).toBe(401);
    const answer = await browser.post("/login/passkey", passkey.answer(options, { isBackedUp: true }));
    expect(answer).toMatchObject({ status: 200, body: { username: user.username } });
    expect(browser.cookies[PASSKEY_COOKIE]).toBeUndefined();
    expect((await browser.get("/me")).status).toBe(200);
    const { items } = (await enrolling.get("/passkeys")).body as { items: unknown[] };
    expect(items).toMatchObject([{ is_backed_up: true, last_used_at: running.current.clock.now().toISOString() }]);
    expect(await eventsOf(user.id)).toEqual(["second_factor_added passkey", "sign_in passkey"]);
  });

  it("stores neither the challenge nor the cookie as they are, and no secret of the passkey", async () => {
    const browser = aBrowser();
    const options = (await browser.post("/login/passkey/start")).body as unknown as PasskeyRequestOptions;
    const { rows } = await sql<{ row: string }>`select c::text as row from passkey_challenge c`.execute(
      running.current.db,
    );
    const stored = rows.map(({ row }) => row).join("\n");
    for (const secret of [options.challenge, browser.cookies[PASSKEY_COOKIE] ?? ""]) {
      expect(stored).not.toContain(secret);
      expect(stored).not.toContain(Buffer.from(secret, "base64url").toString("hex"));
    }
    expect(rows.length).toBeGreaterThan(0);
  });

  it.each<[string, Ceremony]>([
    ["from another origin", { origin: "https://console.dailies.test.evil.example" }],
    ["over plain http", { origin: "http://console.dailies.test" }],
    ["for another relying party", { rpId: "evil.example" }],
    ["of a device that did not verify its user", { isVerified: false }],
    ["that was made for enrolment", { type: "webauthn.create" }],
    ["with the handle of nobody", { userHandle: "AAAA" }],
    ["without a handle", { userHandle: null }],
  ])("refuses a signature %s", async (_what, ceremony) => {
    const { user, passkey } = await aHolder();
    expect((await signInWith(passkey, ceremony)).status).toBe(401);
    expect(await eventsOf(user.id)).toEqual(["second_factor_added passkey", "sign_in_failed passkey"]);
    expect((await signInWith(passkey)).status).toBe(200);
  });

  it("refuses a signature that is not the passkey's own", async () => {
    const { passkey } = await aHolder();
    const other = softwarePasskey(ORIGIN);
    const browser = aBrowser();
    const options = (await browser.post("/login/passkey/start")).body as unknown as PasskeyRequestOptions;
    const [own, forged] = [passkey.answer(options), other.answer(options)];
    const response = { ...own.response, signature: forged.response.signature };
    expect((await browser.post("/login/passkey", { ...own, response })).status).toBe(401);
  });

  it("takes each challenge once, right or wrong, also at once", async () => {
    const { passkey } = await aHolder();
    const browser = aBrowser();
    const ask = async () => (await browser.post("/login/passkey/start")).body as unknown as PasskeyRequestOptions;
    const wrong = await ask();
    const cookies = { ...browser.cookies };
    const answer = (assertion: unknown) => browserOf(running.current, cookies).post("/login/passkey", assertion);
    expect((await answer(passkey.answer(wrong, { isVerified: false }))).status).toBe(401);
    expect((await answer(passkey.answer(wrong))).status).toBe(401);

    const right = await ask();
    Object.assign(cookies, browser.cookies);
    const signed = passkey.answer(right);
    const statuses = (await Promise.all([answer(signed), answer(signed)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 401]);
    expect((await answer(passkey.answer(right))).status).toBe(401);
  });

  it("takes no challenge of another browser, none after five minutes, and none that was made for something else", async () => {
    const { browser: own, passkey } = await aHolder();
    const [one, two] = [aBrowser(), aBrowser()];
    const options = (await one.post("/login/passkey/start")).body as unknown as PasskeyRequestOptions;
    expect((await two.post("/login/passkey", passkey.answer(options))).status).toBe(401);
    await two.post("/login/passkey/start");
    expect((await two.post("/login/passkey", passkey.answer(options))).status).toBe(401);
    running.current.clock.advance(FIVE_MINUTES_MS);
    expect((await one.post("/login/passkey", passkey.answer(options))).status).toBe(401);

    const confirming = (await own.post("/confirm_identity/passkey/start")).body as unknown as PasskeyRequestOptions;
    expect((await own.post("/login/passkey", passkey.answer(confirming))).status).toBe(401);
  });

  it("refuses a counter that does not rise, as a copied key has, and says so in the security events", async () => {
    const { user, passkey } = await aHolder();
    expect((await signInWith(passkey, { counter: 40 })).status).toBe(200);
    expect((await signInWith(passkey, { counter: 40 })).status).toBe(401);
    expect((await signInWith(passkey, { counter: 7 })).status).toBe(401);
    expect((await signInWith(passkey, { counter: 0 })).status).toBe(401);
    expect(await eventsOf(user.id)).toEqual([
      "second_factor_added passkey",
      "sign_in passkey",
      ...Array.from({ length: 3 }, () => ["passkey_counter_regressed passkey", "sign_in_failed passkey"]).flat(),
    ]);
    expect((await signInWith(passkey, { counter: 41 })).status).toBe(200);
  });

  it("accepts a passkey that does not count, as most that are synced", async () => {
    const { db } = running.current;
    const browser = aBrowser(await cookiesOf(running.current, (await aUser(db)).id));
    const passkey = softwarePasskey(ORIGIN);
    expect((await enrolPasskey(browser, passkey, { ceremony: { counter: 0 } })).status).toBe(200);
    for (let n = 0; n < 3; n++) expect((await signInWith(passkey, { counter: 0 })).status).toBe(200);
  });

  it("is refused to a disabled user, and ends their session", async () => {
    const { user, browser, passkey } = await aHolder();
    await running.current.db.updateTable("console_user").set({ is_enabled: false }).where("id", "=", user.id).execute();
    expect((await signInWith(passkey)).status).toBe(401);
    running.current.clock.advance(1_000);
    expect((await browser.post("/confirm_identity/passkey/start")).status).toBe(401);
  });
});

describe("an account with passkeys", () => {
  /** All that a stranger sees, but the id of the request. */
  const seen = async (passkey: SoftwarePasskey, ceremony: Ceremony, browser: TestBrowser) => {
    const { status, body, headers, cookies } = await signInWith(passkey, ceremony, browser);
    const { request_id: _id, ...said } = body;
    return { status, said, names: Object.keys(headers), cookies: Object.keys(cookies) };
  };

  it("cannot be told from none by the answers, also when attempts are refused", async () => {
    const { passkey } = await aHolder();
    const unknown = softwarePasskey(ORIGIN);
    const answersOf = async (of: SoftwarePasskey) => {
      const browser = aBrowser();
      const answers = [];
      for (let n = 0; n < 7; n++) answers.push(await seen(of, { isVerified: false }, browser));
      return answers;
    };
    const [there, nowhere] = [await answersOf(passkey), await answersOf(unknown)];
    expect(there).toEqual(nowhere);
    expect(there.map(({ status }) => status)).toEqual([...Array(5).fill(401), 429, 429]);
  });

  it("is limited by network, and lets a browser in that its user has signed in with before", async () => {
    const { passkey } = await aHolder();
    const known = aBrowser();
    expect((await signInWith(passkey, undefined, known)).status).toBe(200);
    const from = "10.200.0.1";
    const attempt = (browser: TestBrowser) => signInWith(softwarePasskey(ORIGIN), {}, browser);
    await Promise.all(Array.from({ length: 101 }, () => attempt(browserOf(running.current, {}, from))));
    expect((await signInWith(passkey, undefined, browserOf(running.current, {}, from))).status).toBe(429);
    expect((await signInWith(passkey, undefined, browserOf(running.current, known.cookies, from))).status).toBe(200);
  }, 60_000);

  it("is not the only thing limited: a network gets a bounded number of challenges", async () => {
    const browser = aBrowser();
    const statuses = [];
    for (let n = 0; n < 201; n++) statuses.push((await browser.post("/login/passkey/start")).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(200);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("a passkey as the second step", () => {
  const startLogin = async (username: string): Promise<TestBrowser> => {
    const browser = aBrowser();
    const answer = await browser.post("/login", { username, password: PASSWORD });
    expect(answer.body).toEqual({ second_factors: ["passkey", "recovery_code"] });
    expect(browser.cookies[SESSION_COOKIE]).toBeUndefined();
    return browser;
  };
  const complete = (browser: TestBrowser, passkey: SoftwarePasskey, ceremony?: Ceremony) =>
    answerWith(browser, "/login/second_factor/passkey", passkey, ceremony);

  it("completes a sign-in by password, and so does a recovery code", async () => {
    const { user, passkey, recoveryCodes } = await aHolder(PASSWORD);
    const browser = await startLogin(user.username);
    const options = (await browser.post("/login/second_factor/passkey/start")).body as unknown as PasskeyRequestOptions;
    expect(options.allowCredentials).toMatchObject([{ id: passkey.id, transports: ["internal", "hybrid"] }]);
    const finished = await browser.post("/login/second_factor/passkey", passkey.answer(options, { userHandle: null }));
    expect(finished).toMatchObject({ status: 200, body: { username: user.username } });
    expect(browser.cookies[PENDING_SIGN_IN_COOKIE]).toBeUndefined();
    expect((await browser.get("/me")).status).toBe(200);
    const other = await startLogin(user.username);
    expect((await other.post("/login/second_factor", { recovery_code: recoveryCodes[0] })).status).toBe(200);
    const last = (await eventsOf(user.id)).slice(-2);
    expect(last).toEqual(["sign_in passkey", "sign_in recovery_code"]);
  });

  it("is refused with the passkey of somebody else, and without the first step", async () => {
    const { user, passkey } = await aHolder(PASSWORD);
    const other = await aHolder(PASSWORD);
    const browser = await startLogin(user.username);
    const refused = await complete(browser, other.passkey);
    expect(refused).toMatchObject({ status: 401, body: { detail: MESSAGES.wrongSecondFactor } });
    expect((await complete(browser, passkey, { isVerified: false })).status).toBe(401);
    const stranger = aBrowser();
    expect((await stranger.post("/login/second_factor/passkey/start")).status).toBe(401);
    const options = (await stranger.post("/login/passkey/start")).body as unknown as PasskeyRequestOptions;
    expect((await stranger.post("/login/second_factor/passkey", passkey.answer(options))).status).toBe(401);
    expect((await complete(browser, passkey)).status).toBe(200);
  });
});

describe("confirming one's identity with a passkey", () => {
  const decide = (browser: TestBrowser) =>
    running.current.call("/api_v1/admin/approval/decide", {
      method: "POST",
      cookies: browser.cookies,
      body: { id: "019a0000-0000-7000-8000-000000000001", decision: "rejected", reason: "not needed" },
    });
  const confirm = (browser: TestBrowser, passkey: SoftwarePasskey, ceremony?: Ceremony) =>
    answerWith(browser, "/confirm_identity/passkey", passkey, ceremony);

  it("lets an act through that needs a fresh sign-in, with a new token of the session", async () => {
    const { browser, passkey } = await aHolder();
    running.current.clock.advance(FIVE_MINUTES_MS + 1);
    expect((await decide(browser)).body.code).toBe("stale_sign_in");
    const before = browser.cookies[SESSION_COOKIE];
    expect((await confirm(browser, passkey)).status).toBe(200);
    expect(browser.cookies[SESSION_COOKIE]).not.toBe(before);
    expect((await decide(browser)).status).toBe(404);
  });

  it("is refused with the passkey of somebody else, without verification, and with an old answer", async () => {
    const { browser, passkey } = await aHolder();
    const other = await aHolder();
    running.current.clock.advance(FIVE_MINUTES_MS + 1);
    const refused = await confirm(browser, other.passkey);
    expect(refused).toMatchObject({ status: 403, body: { detail: MESSAGES.wrongProof } });
    expect((await confirm(browser, passkey, { isVerified: false })).status).toBe(403);
    const options = (await browser.post("/confirm_identity/passkey/start")).body as unknown as PasskeyRequestOptions;
    const replayed = { ...browser.cookies };
    const answer = passkey.answer(options);
    expect((await browser.post("/confirm_identity/passkey", answer)).status).toBe(200);
    const again = browserOf(running.current, { ...browser.cookies, [PASSKEY_COOKIE]: replayed[PASSKEY_COOKIE] ?? "" });
    expect((await again.post("/confirm_identity/passkey", answer)).status).toBe(403);
  });
});
