import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { programContext } from "../../../request-context.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { testEnvironment } from "../../../testing/environment.ts";
import { eventually } from "../../../testing/eventually.ts";
import { type OwnRedis, openOwnRedis } from "../../../testing/outsiders/own-redis.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { createConfig } from "../create-config.ts";
import { createSettingsReader, SETTINGS, type SettingsReader } from "../index.ts";
import type { ConfigDeps } from "../settings-deps.ts";
import { updateConfig } from "../update-config.ts";
import { createValueBox } from "../value-box.ts";
import { publishConfig } from "./publish-config.ts";
import { POLL_MS } from "./settings-reader.ts";

/** Intervals so long that only announcements are seen, and so short that polling finds the rest. */
const [NEVER_MS, OFTEN_MS] = [3_600_000, 300];
const READER = fileURLToPath(new URL("../../../testing/settings-reader-process.ts", import.meta.url));
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
const told: Reader[] = [];
const looking: Reader[] = [];

const startReader = (pollMs: number): Reader => {
  const env = {
    ...testEnvironment(),
    DAILIES_DATABASE_URL: database.current.url,
    DAILIES_REDIS_URL: redis.url,
  };
  const reader: Reader = {
    process: fork(READER, [`${pollMs}`], { env, stdio: ["ignore", "ignore", "inherit", "ipc"] }),
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
  const { secretKeys } = testConfig();
  settings = createSettingsReader({ db: database.current.db, redisUrl: redis.url, secretKeys, log });
  await settings.start();
  deps = { db: database.current.db, box: createValueBox(secretKeys), announce: () => settings.announce() };
  told.push(startReader(NEVER_MS), startReader(NEVER_MS));
  looking.push(startReader(OFTEN_MS));
  await becomes(defaultValue, [...told, ...looking]);
});

afterAll(async () => {
  for (const { process } of [...told, ...looking]) {
    process.kill("SIGKILL");
    if (process.exitCode === null && process.signalCode === null) await once(process, "exit");
  }
  await settings.close();
  await redis.remove();
});

const becomes = (value: number, readers: readonly Reader[]): Promise<boolean> =>
  eventually(() => (readers.every((reader) => reader.value === value) ? true : undefined));

const context = () => programContext("ada", "r-1", new Date());
const publish = async (value: number): Promise<void> => {
  const { version } = await database.current.db
    .selectFrom("config_item")
    .select("version")
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  const next = await updateConfig(deps, context(), { key, expectedVersion: version, value });
  await publishConfig(deps, context(), { key, expectedVersion: next.version, comment: "" });
};

const everybodyListens = () =>
  eventually(async () => ((await redis.countSubscribers("dailies:settings")) === 4 ? true : undefined));

describe("a publication reaches processes that run", () => {
  it("as soon as it is announced", async () => {
    const config = { key, schema: spec, value: 1, description: "", isSensitive: false };
    await createConfig(deps, context(), config);
    await everybodyListens();
    for (const value of [101, 102, 103]) {
      await publish(value);
      await becomes(value, told);
    }
  });

  it("at their next look when Redis is dead, with one line about the outage", async () => {
    await redis.kill();
    for (const value of [201, 202]) {
      await publish(value);
      await becomes(value, looking);
    }
    expect(told.map(({ value }) => value)).toEqual([103, 103]);
    expect(POLL_MS * 1.2).toBeLessThan(15_000);
    expect(settings.get(SETTINGS.assetsUserQuotaBytes)).toBe(202);
    expect(lines.filter((line) => line.includes("Redis is not reachable"))).toHaveLength(1);
  });

  it("as soon as it is announced again once Redis is back", async () => {
    await redis.start();
    await everybodyListens();
    await publish(301);
    // The publishing connection may reconnect after the subscribers.
    await eventually(() => {
      settings.announce();
      return told.every(({ value }) => value === 301) ? true : undefined;
    });
  });
});
