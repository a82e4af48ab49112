import { engineHealth } from "@dailies/contract";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Config } from "../../config.ts";
import { createDatabase } from "../../platform/db/database.ts";
import { testConfig, testDatabase } from "../../testing/test-database.ts";
import { checkEngines, type EngineProbe } from "./check-engines.ts";
import { engineProbes } from "./engine-probes.ts";

const database = testDatabase();
const config = testConfig();
const ENGINES = ["PostgreSQL", "Redis", "Object storage", "Temporal", "Mail"];

const check = async (changes: Partial<Config> = {}, db = database.current.db) => {
  const engines = await checkEngines(engineProbes({ ...config, ...changes }, db));
  return { engines, of: (name: string) => engines.find((engine) => engine.name === name) };
};

const sleep = <T>(ms: number, value?: T): Promise<T | undefined> =>
  new Promise((resolve) => setTimeout(resolve, ms, value));
afterEach(() => vi.useRealTimers());

describe("checking the engines", () => {
  it("finds each of them healthy and tells the versions that are told", async () => {
    const { engines, of } = await check();
    expect(engines.map((engine) => engine.name)).toEqual([...ENGINES, "Worker"]);
    for (const engine of engines) expect(engineHealth.parse(engine)).toEqual(engine);
    for (const name of ENGINES) expect(of(name)).toMatchObject({ state: expect.stringMatching(/healthy|degraded/) });
    expect(of("PostgreSQL")?.version).toMatch(/^\d+\.\d+$/);
    expect(of("Redis")?.version).toMatch(/^\d+\.\d+/);
    expect(of("Temporal")?.version).toMatch(/^\d+\.\d+/);
  });

  it.each([
    ["Redis", { redisUrl: "redis://:hunter2@127.0.0.1:1/0" }],
    ["Object storage", { s3: { ...config.s3, endpoint: "http://127.0.0.1:1" } }],
    ["Object storage", { s3: { ...config.s3, assetsBucket: "no-such-bucket" } }],
    ["Object storage", { s3: { ...config.s3, secretAccessKey: "hunter2" } }],
    ["Temporal", { temporal: { ...config.temporal, address: "127.0.0.1:1" } }],
    ["Mail", { smtp: { ...config.smtp, url: "smtp://user:hunter2@127.0.0.1:1" } }],
    ["Worker", { temporal: { ...config.temporal, namespace: "no-such-namespace" } }],
  ] as const)("reports that %s is down, and the others are not (%#)", async (name, changes) => {
    const { engines, of } = await check(changes);
    expect(of(name)).toMatchObject({
      state: "down",
      version: null,
      fault: expect.stringMatching(/^[a-z][a-z0-9 ',.]+$/),
    });
    const related = name === "Temporal" ? ["Temporal", "Worker"] : [name, "Worker"];
    const others = engines.filter((engine) => !related.includes(engine.name));
    expect(others.filter((engine) => engine.state === "down")).toEqual([]);
    expect(JSON.stringify(engines)).not.toContain("hunter2");
  });

  it("says so when the database is away", async () => {
    const nowhere = createDatabase({
      url: "postgres://x:hunter2@127.0.0.1:1/x",
      poolSize: 1,
      applicationName: "dailies-test",
    });
    const { of } = await check({}, nowhere.db);
    expect(of("PostgreSQL")).toMatchObject({ state: "down", fault: "refuses connections" });
    await nowhere.close();
  });

  it("does not wait for an engine that hangs, and calls a slow one degraded", async () => {
    const probe = (name: string, ask: () => Promise<string | null>): EngineProbe => ({
      name,
      purpose: "",
      open: async () => ({ ask, close: () => undefined }),
    });
    const hanging = probe("hanging", () => new Promise(() => undefined));
    vi.useFakeTimers();
    const slow = probe("slow", async () => (await sleep(1_100, "1.0")) ?? null);
    const checked = checkEngines([hanging, slow]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await checked).toMatchObject([
      { name: "hanging", state: "down", fault: "does not answer within 2 s" },
      { name: "slow", state: "degraded", version: "1.0", fault: "answers slowly, in 1100 ms" },
    ]);
  });
});
