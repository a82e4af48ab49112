import { SERVICE_SCOPES } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { aCaller } from "../../testing/builders/a-caller.ts";
import { aService, type Service } from "../../testing/builders/a-service.ts";
import { eventually } from "../../testing/eventually.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";
import { signRequest } from "./index.ts";

const app = runApp();
const PATH = "/api_v1/service/credits/balance";
const BODY = JSON.stringify({ user_email: "nobody@example.com" });
const REFUSAL = "this request is not signed by a known key";

const sign = (service: Service, options: Partial<Parameters<typeof signRequest>[1]> = {}): Record<string, string> =>
  signRequest(service, { method: "POST", path: PATH, body: BODY, now: app.current.clock.now(), ...options });

const send = (headers: Record<string, string>, body = BODY, path = PATH): Promise<Answer> =>
  app.current.call(path, { method: "POST", body, headers: { "sec-fetch-site": "cross-site", ...headers } });

const expectUnknown = ({ status, body }: Answer): void => {
  expect({ status, code: body.code, detail: body.detail }).toEqual({
    status: 401,
    code: "not_signed_in",
    detail: REFUSAL,
  });
};

describe("a call that is signed as it must be", () => {
  it("passes, from wherever it comes", async () => {
    const service = await aService(app.current);
    expect((await send(sign(service))).status).toBe(404);
    expect((await service.post(PATH, { user_email: "nobody@example.com" })).status).toBe(404);
  });

  it("is noted with the credential", async () => {
    const service = await aService(app.current);
    await send(sign(service));
    const used = await eventually(async () => {
      const row = await app.current.db
        .selectFrom("service_credential")
        .select("last_used_at")
        .where("id", "=", service.id)
        .executeTakeFirst();
      return row?.last_used_at ?? undefined;
    });
    expect(used).toEqual(app.current.clock.now());
    expect(app.current.log.some((line) => line.includes(`"serviceId":"${service.id}"`))).toBe(true);
  });

  it("still has to be JSON of the right shape", async () => {
    const service = await aService(app.current);
    for (const [body, status] of [
      ["{ not json", 400],
      ["", 400],
      ['{"user_email":"a@example.com","__proto__":{}}', 400],
      ['{"user_email":7}', 422],
    ] as const) {
      expect((await send(sign(service, { body }), body)).status).toBe(status);
    }
  });
});

describe("a call that is not", () => {
  it("is refused with one sentence, whatever is wrong with it", async () => {
    const service = await aService(app.current);
    const good = sign(service);
    const minute = 60_000;
    const at = (ms: number): Date => new Date(app.current.clock.now().getTime() + ms);
    expectUnknown(await send({}));
    expectUnknown(await send({ ...good, "x-dailies-key": "dk_00000000000000000000" }));
    expectUnknown(await send({ ...good, "x-dailies-key": "admin" }));
    expectUnknown(await send({ ...good, "x-dailies-signature": "0".repeat(64) }));
    expectUnknown(await send({ ...good, "x-dailies-nonce": "another-nonce-of-someone" }));
    expectUnknown(await send({ ...good, "x-dailies-nonce": "short" }));
    expectUnknown(await send(sign({ ...service, secret: `${service.secret}x` })));
    expectUnknown(await send(sign(service, { now: at(-6 * minute) })));
    expectUnknown(await send(sign(service, { now: at(6 * minute) })));
    expectUnknown(await send(good, BODY.replace("nobody", "nobodx")));
    expectUnknown(await send(good, `${BODY} `));
    expectUnknown(await send(good, BODY, `${PATH}?a=b`));
    expectUnknown(await send(sign(service, { method: "GET" })));
    expect((await send(good)).status).toBe(404);
  });

  it("passes at the edges of its five minutes", async () => {
    const service = await aService(app.current);
    for (const ms of [-299_000, 299_000]) {
      const now = new Date(app.current.clock.now().getTime() + ms);
      expect((await send(sign(service, { now }))).status).toBe(404);
    }
  });

  it("counts once, also when a hundred copies come at the same time", async () => {
    const service = await aService(app.current);
    const headers = sign(service);
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(headers)));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 404) expectUnknown(answer);
  });

  it("is not a session's, whatever the person may do", async () => {
    const { cookies } = await aCaller(app.current, { permissions: ["MAGI_ADMIN", "ADMIN_MANAGE_R"] });
    const answer = await app.current.call(PATH, { method: "POST", body: BODY, cookies });
    expectUnknown(answer);
  });
});

describe("a credential", () => {
  it("passes with its scope alone", async () => {
    const service = await aService(app.current, ["users:write", "backfill"]);
    const answer = await send(sign(service));
    expect(answer).toMatchObject({ status: 403, body: { code: "not_allowed" } });
    for (const scope of SERVICE_SCOPES.filter((each) => each !== "credits:read")) {
      const other = await aService(app.current, [scope]);
      expect((await send(sign(other))).status).toBe(403);
    }
  });

  it("opens nothing of the console", async () => {
    const service = await aService(app.current);
    const path = "/api_v1/admin/tools/service_credentials";
    const headers = signRequest(service, { method: "GET", path, body: "", now: app.current.clock.now() });
    const answer = await app.current.call(path, { headers });
    expect(answer).toMatchObject({ status: 401, body: { detail: "Please login first" } });
  });
});

describe("without the memory of nonces", () => {
  const alone = runApp((config) => ({ ...config, redisUrl: "redis://127.0.0.1:1" }));

  it("every signed request is refused", async () => {
    const service = await aService(alone.current);
    const { status, body } = await service.post(PATH, { user_email: "nobody@example.com" });
    expect({ status, code: body.code }).toEqual({ status: 503, code: "unavailable" });
  });
});
