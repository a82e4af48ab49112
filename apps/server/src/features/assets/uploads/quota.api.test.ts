import { beforeAll, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { eventually } from "../../../testing/eventually.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { SETTINGS } from "../../settings/index.ts";
import { lockUsage } from "../catalog/asset-usage.store.ts";

const running = runApp();
const API = "/api_v1/asset";
const MIB = 1024 ** 2;
let ada: Caller;
let bo: Caller;

/** Publishes a setting the way the settings screen does. */
const publish = async (manager: Caller, key: string, value: number): Promise<void> => {
  const spec = { type: "number", is_integer: true, min: 1, unit: "bytes" };
  const body = { key, schema: spec, value, description: "", sensitive: false };
  const created = await manager.post("/api_v1/config/create", body);
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  const expected = { key, expected_version: (created.body as { version: number }).version, comment: "test" };
  expect((await manager.post("/api_v1/config/publish", expected)).status).toBe(200);
};

beforeAll(async () => {
  ada = await aCaller(running.current);
  bo = await aCaller(running.current, { permissions: ["DYNAMIC_CONFIG_MANAGE"] });
  await publish(bo, SETTINGS.assetsUserQuotaBytes.key, 10 * MIB);
  await publish(bo, SETTINGS.assetsQuotaBytes.key, 15 * MIB);
  const { settings } = running.current;
  const isPublished = (): boolean =>
    settings.get(SETTINGS.assetsUserQuotaBytes) === 10 * MIB && settings.get(SETTINGS.assetsQuotaBytes) === 15 * MIB;
  await eventually(() => isPublished() || undefined);
});

const announce = (caller: Caller, n: number) =>
  caller.get(`${API}/generate_upload_info?name=f${n}.mp4&mime=video/mp4&size=${MIB}`);

it("twenty concurrent uploads take exactly what is left of the quota", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => announce(ada, n)));
  const taken = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 413);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(200), ...Array(10).fill(413)]);
  expect(refused[0]?.body.detail).toBe("this does not fit: you use 10 MiB of 10 MiB");

  const [first] = taken;
  await ada.post(`${API}/cancel`, { asset_id: first?.body.asset_id, version: 1 });
  expect((await announce(ada, 21)).status).toBe(200);
});

it("other requests are answered while twenty uploads wait for the lock of the quota", async () => {
  const { db } = running.current;
  const waiting = await db.transaction().execute(async (tx) => {
    await lockUsage(tx, ada.id);
    const uploads = Promise.all(Array.from({ length: 20 }, (_, n) => announce(ada, n)));
    const others = await Promise.all(Array.from({ length: 3 }, () => bo.post("/api_v1/config/list", {})));
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    return { uploads };
  });
  const statuses = (await waiting.uploads).map(({ status }) => status);
  expect(statuses).toEqual(Array(20).fill(413));
});

it("the quota of all people together holds as well", async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => announce(bo, n)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.find(({ status }) => status === 413)?.body.detail).toContain("the asset storage quota is full");
  const usage = await running.current.db.selectFrom("asset_usage").select(["used_bytes", "assets"]).execute();
  expect(usage.map((row) => Number(row.assets)).sort()).toEqual([10, 5].sort());
});

it("the console proxies no file for which the quota has no room", async () => {
  const boundary = "x";
  const body = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--${boundary}--\r\n`;
  const answer = await running.current.call(`${API}/upload`, {
    method: "POST",
    body,
    cookies: ada.cookies,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  });
  expect(answer.status).toBe(413);
});

it("the credentials to upload with are issued only where the quota has room", async () => {
  for (const path of ["/api_v1/asset/oss_credentials", "/api_v1/oss/credentials"]) {
    const { status, body } = await ada.get(path);
    expect([status, body.detail]).toEqual([413, "this does not fit: you use 10 MiB of 10 MiB"]);
  }
});
