import { describe, expect, it } from "vitest";
import { CODE_REQUEST_COOKIE } from "../../http/security/cookies.ts";
import { cookiesOf } from "../../testing/builders/a-caller.ts";
import { aUser } from "../../testing/builders/a-user.ts";
import {
  answerWith,
  browserOf,
  enrolPasskey,
  type SoftwarePasskey,
  softwarePasskey,
} from "../../testing/outsiders/software-authenticator.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";

const PASSWORD = "a long enough passphrase";
const running = runApp((config) => ({ ...config, signInLimits: { perAccount: 10, perNetwork: 100 } }));

let networks = 0;
const aNetwork = (): string => {
  networks += 1;
  return `10.${Math.floor(networks / 250)}.${networks % 250}.1`;
};

/** All that a stranger sees, but the id of the request, which gets longer with their number. */
const seen = ({ status, body, headers, cookies }: Answer) => {
  const { "x-request-id": _id, "content-length": _length, "set-cookie": _set, date: _date, ...others } = headers;
  const { request_id: _request, ...said } = body;
  return { status, said, others, cookies: Object.keys(cookies) };
};

const login = (body: object, from: string, cookies: Record<string, string> = {}) =>
  running.current.call("/api/auth/login", { method: "POST", body, from, cookies });

const byPassword = async (username: string): Promise<unknown[]> => {
  const from = aNetwork();
  const answers: unknown[] = [];
  for (let n = 0; n < 12; n++) answers.push(seen(await login({ username, password: "wrong wrong wrong" }, from)));
  return answers;
};

const byCode = async (email: string): Promise<unknown[]> => {
  const from = aNetwork();
  const answers: unknown[] = [seen(await login({ email, code: "999999" }, from))];
  for (let asked = 0; asked < 6; asked++) {
    const sent = await running.current.call("/api/auth/send_code", { method: "POST", body: { email }, from });
    answers.push(seen(sent));
    const cookies = { [CODE_REQUEST_COOKIE]: sent.cookies[CODE_REQUEST_COOKIE] ?? "none" };
    for (let n = 0; n < 6; n++) answers.push(seen(await login({ email, code: "999999" }, from, cookies)));
  }
  return answers;
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const cpuMsOf = async (act: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

describe("an account", () => {
  it("cannot be told from none by the answers to passwords, also when attempts are refused", async () => {
    const known = await aUser(running.current.db, { password: PASSWORD });
    const [there, nowhere] = [await byPassword(known.username), await byPassword("nobody-here")];
    expect(there).toEqual(nowhere);
    expect(await byPassword(known.email)).toEqual(nowhere);
    expect(there.map((answer) => (answer as Answer).status)).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it("cannot be told from none by the answers to codes, also when attempts are refused", async () => {
    const known = await aUser(running.current.db);
    const [there, nowhere] = [await byCode(known.email), await byCode("nobody@dailies.test")];
    expect(there).toEqual(nowhere);
    expect(new Set(there.map((answer) => (answer as Answer).status))).toEqual(new Set([200, 401, 429]));
  });

  it("cannot be told from none by the processor time of an attempt", async () => {
    const users = [];
    for (let n = 0; n < 24; n++) users.push(await aUser(running.current.db, { password: PASSWORD }));
    const attempt = (username: string) => cpuMsOf(() => login({ username, password: "wrong wrong wrong" }, aNetwork()));
    await attempt("warm-up");
    const there: number[] = [];
    const nowhere: number[] = [];
    for (const [n, { username }] of users.entries()) {
      // In turns, so that both sides meet the same machine.
      nowhere.push(await attempt(`nobody-${n}`));
      there.push(await attempt(username));
    }
    const ratio = median(there) / median(nowhere);
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.33);
  }, 60_000);

  it("cannot be told from none by the processor time of an attempt with a passkey", async () => {
    const { db, config } = running.current;
    const [origin = ""] = config.relyingParty.origins;
    const attempt = (passkey: SoftwarePasskey) => {
      const browser = browserOf(running.current, {}, aNetwork());
      return cpuMsOf(() => answerWith(browser, "/login/passkey", passkey, { isVerified: false }));
    };
    const enrolled: SoftwarePasskey[] = [];
    for (let n = 0; n < 24; n++) {
      const cookies = await cookiesOf(running.current, (await aUser(db)).id);
      const passkey = softwarePasskey(origin);
      expect((await enrolPasskey(browserOf(running.current, cookies, aNetwork()), passkey)).status).toBe(200);
      enrolled.push(passkey);
    }
    await attempt(softwarePasskey(origin));
    const there: number[] = [];
    const nowhere: number[] = [];
    for (const passkey of enrolled) {
      nowhere.push(await attempt(softwarePasskey(origin)));
      there.push(await attempt(passkey));
    }
    const ratio = median(there) / median(nowhere);
    expect(ratio).toBeGreaterThan(0.75);
    expect(ratio).toBeLessThan(1.33);
  }, 60_000);
});
