import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { captureLog } from "../../testing/captured-log.ts";
import { testEnvironment } from "../../testing/environment.ts";
import { eventually } from "../../testing/eventually.ts";
import { type OwnRedis, openOwnRedis } from "../../testing/own-redis.ts";
import { testConfig, testDatabase } from "../../testing/test-database.ts";
import { createConfig } from "./create-config.ts";
import { createSettingsReader, SETTINGS, type SettingsReader } from "./index.ts";
import { publishConfig } from "./publish-config.ts";
import type { ConfigDeps } from "./settings-deps.ts";
import { updateConfig } from "./update-config.ts";
import { createValueBox } from "./value-box.ts";

const READER = fileURLToPath(new URL("../../testing/settings-reader-process.ts", import.meta.url));
const { key, spec, defaultValue } = SETTINGS.assetsUserQuotaBytes;
const database = testDatabase();
const { lines, log } = captureLog();
let redis: OwnRedis;
let settings: SettingsReader;
let deps: ConfigDeps;

interface Reader {
  readonly process: ChildProcess;
  value: unknown;
}
const readers: Reader[] = [];

const startReader = (): Reader => {
  const env = {
    ...testEnvironment(),
    DAILIES_DATABASE_URL: database.current.url,
    DAILIES_REDIS_URL: redis.url,
  };
  const reader: Reader = {
    process: fork(READER, { env, stdio: ["ignore", "ignore", "inherit", "ipc"] }),
    value: undefined,
  };
  reader.process.on("message", (message: { value: unknown }) => {
    reader.value = message.value;
  });
  return reader;
};

beforeAll(async () => {
  redis = await openOwnRedis();
  await redis.start();
  const { secretKey } = testConfig();
  settings = createSettingsReader({ db: database.current.db, redisUrl: redis.url, secretKey, log });
  await settings.start();
  deps = { db: database.current.db, box: createValueBox(secretKey), announce: () => settings.announce() };
  readers.push(startReader(), startReader());
  await becomes(defaultValue, 20_000);
});

afterAll(async () => {
  for (const { process } of readers) {
    process.kill("SIGKILL");
    if (process.exitCode === null && process.signalCode === null) await once(process, "exit");
  }
  await settings.close();
  await redis.remove();
});

/** How long it took until every process read the value. */
const becomes = async (value: number, forMs: number): Promise<number> => {
  const startedMs = performance.now();
  await eventually(() => (readers.every((reader) => reader.value === value) ? true : undefined), forMs);
  return performance.now() - startedMs;
};

const by = () => ({ userName: "ada", requestId: "r-1", at: new Date() });
const publish = async (value: number): Promise<void> => {
  const { version } = await database.current.db
    .selectFrom("config_item")
    .select("version")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  const next = await updateConfig(deps, by(), { key, expectedVersion: version, value });
  await publishConfig(deps, by(), { key, expectedVersion: next.version, comment: "" });
};

const subscribersBecome = (count: number) =>
  eventually(async () => ((await redis.countSubscribers("dailies:settings")) === count ? true : undefined), 20_000);

describe("a publication reaches processes that run", () => {
  it("within a second", async () => {
    const config = { key, schema: spec, value: 1, description: "", isSensitive: false };
    await createConfig(deps, by(), config);
    await subscribersBecome(3);
    for (const value of [101, 102, 103]) {
      await publish(value);
      const tookMs = await becomes(value, 1_000);
      process.stdout.write(`two other processes read a publication after ${Math.round(tookMs)} ms\n`);
      expect(tookMs).toBeLessThan(1_000);
    }
  }, 40_000);

  it("within fifteen seconds when Redis is dead, with one line about the outage", async () => {
    await redis.kill();
    for (const value of [201, 202]) {
      await publish(value);
      const tookMs = await becomes(value, 15_000);
      process.stdout.write(`without Redis, after ${Math.round(tookMs)} ms\n`);
      expect(tookMs).toBeLessThan(15_000);
    }
    expect(settings.get(SETTINGS.assetsUserQuotaBytes)).toBe(202);
    expect(lines.filter((line) => line.includes("redis is not reachable"))).toHaveLength(1);
  }, 60_000);

  it("within a second again once Redis is back", async () => {
    await redis.start();
    await subscribersBecome(3);
    await publish(301);
    expect(await becomes(301, 1_000)).toBeLessThan(1_000);
  }, 40_000);
});
