import { randomBytes } from "node:crypto";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createDatabase } from "../../../platform/db/database.ts";
import { programContext } from "../../../request-context.ts";
import { captureLog } from "../../../testing/captured-log.ts";
import { eventually } from "../../../testing/eventually.ts";
import { tcpGate } from "../../../testing/outsiders/tcp-gate.ts";
import { testConfig, testDatabase } from "../../../testing/test-database.ts";
import { createConfig } from "../create-config.ts";
import { defineSetting, type Setting } from "../declared-settings.ts";
import { deleteConfig } from "../delete-config.ts";
import { createSettingsReader, SETTINGS } from "../index.ts";
import type { ConfigDeps } from "../settings-deps.ts";
import { createValueBox } from "../value-box.ts";
import { publishConfig } from "./publish-config.ts";

const database = testDatabase();
const { redisUrl, secretKeys } = testConfig();
const context = programContext("ada", "r-1", new Date());

const deps = (): ConfigDeps => ({
  db: database.current.db,
  box: createValueBox(secretKeys),
  announce: () => undefined,
});
const publish = async (setting: Setting<unknown>, value: unknown, isSensitive = false): Promise<void> => {
  const { key, spec } = setting;
  await createConfig(deps(), context, { key, schema: spec, value, description: "", isSensitive });
  await publishConfig(deps(), context, { key, expectedVersion: 1, comment: "" });
};
const openReader = (settings?: readonly Setting<unknown>[], db = database.current.db) => {
  const { log, lines } = captureLog();
  // Effectively no polling, only announcements.
  const pollMs = 3_600_000;
  return { reader: createSettingsReader({ db, redisUrl, secretKeys, log, settings, pollMs }), lines };
};
const LIMITS = defineSetting({
  key: "test.limits",
  spec: { type: "key_value", value_type: "number" },
  defaultValue: { rows: 10 },
  description: "",
});
const TOKEN = defineSetting({ key: "test.token", spec: { type: "text" }, defaultValue: "none", description: "" });

describe("the reader of settings", () => {
  it("answers defaults before it starts and what is published after", async () => {
    await publish(LIMITS, { rows: 5, columns: 7 });
    await publish(TOKEN, "a secret", true);
    const { reader } = openReader([LIMITS, TOKEN, SETTINGS.fineGrainedAdmin]);
    expect(reader.get(LIMITS)).toEqual({ rows: 10 });
    await reader.start();
    expect(reader.get(LIMITS)).toEqual({ rows: 5, columns: 7 });
    expect(reader.get(LIMITS).constructor).toBeUndefined();
    expect(Object.isFrozen(reader.get(LIMITS))).toBe(true);
    expect(reader.get(TOKEN)).toBe("a secret");
    expect(reader.get(SETTINGS.fineGrainedAdmin)).toBe(false);
    expectTypeOf(reader.get(SETTINGS.assetsQuotaBytes)).toEqualTypeOf<number>();
    expectTypeOf(reader.get(LIMITS)).toEqualTypeOf<Record<string, number>>();
    await reader.close();
  });

  it("ignores what does not fit the code or cannot be opened, says so once and goes on", async () => {
    const { db } = database.current;
    const { reader, lines } = openReader([LIMITS, TOKEN]);
    await reader.start();
    const raise = () =>
      db
        .updateTable("config_head")
        .set((eb) => ({ seq: eb("seq", "+", 1n) }))
        .execute();
    const garble = (key: string, change: { value?: string; sealed_value?: Buffer }) =>
      db.updateTable("config_version").set(change).where("key", "=", key).execute();
    const republish = (key: string) =>
      db
        .updateTable("config_item")
        .set((eb) => ({ published_seq: eb("published_seq", "+", 100n) }))
        .where("key", "=", key)
        .execute();

    await garble(LIMITS.key, { value: '{"__proto__": 1}' });
    await republish(LIMITS.key);
    await garble(TOKEN.key, { sealed_value: randomBytes(60) });
    await republish(TOKEN.key);
    await raise();
    reader.announce();
    await eventually(() => (reader.get(TOKEN) === "none" ? true : undefined));
    expect(reader.get(LIMITS)).toEqual({ rows: 10 });
    await raise();
    reader.announce();
    await reader.close();
    const told = (words: string) => lines.filter((line) => line.includes(words)).map((line) => JSON.parse(line));
    expect(told("does not match its declared type")).toMatchObject([{ key: LIMITS.key, version: 1 }]);
    expect(told("could not be decrypted")).toMatchObject([{ key: TOKEN.key, level: "error" }]);
  });

  it("falls back to the default when a key is archived and removed between two looks", async () => {
    const setting = defineSetting({
      key: "test.gone",
      spec: { type: "boolean" },
      defaultValue: false,
      description: "",
    });
    await publish(setting, true);
    const { reader } = openReader([setting]);
    await reader.start();
    expect(reader.get(setting)).toBe(true);
    await deleteConfig(deps(), context, { key: setting.key, expectedVersion: 1 });
    await deleteConfig(deps(), context, { key: setting.key, expectedVersion: 2 });
    reader.announce();
    await eventually(() => (reader.get(setting) ? undefined : true));
    expect(reader.get(setting)).toBe(false);
    await reader.close();
  });

  it("starts with defaults while the database is away and catches up by itself", async () => {
    const setting = defineSetting({ key: "test.late", spec: { type: "number" }, defaultValue: 1, description: "" });
    await publish(setting, 2);
    const url = new URL(database.current.url);
    const gate = await tcpGate(url.host);
    url.host = gate.address;
    const away = createDatabase({ url: url.href, poolSize: 2, applicationName: "dailies-test" });
    const { reader, lines } = openReader([setting], away.db);
    await reader.start();
    expect(reader.get(setting)).toBe(1);
    await gate.open();
    await eventually(() => (reader.get(setting) === 2 ? true : undefined));
    expect(lines.filter((line) => line.includes("could not be read"))).toHaveLength(1);
    await reader.close();
    await away.close();
    await gate.shut();
  });

  it("asks nobody: a million reads a second among 5,000 keys, also when the database is gone", async () => {
    const many = Array.from({ length: 5_000 }, (_, index) =>
      defineSetting({ key: `many.key_${index}`, spec: { type: "number" }, defaultValue: -1, description: "" }),
    );
    await insertPublished(many);
    const own = createDatabase({ url: database.current.url, poolSize: 2, applicationName: "dailies-test" });
    const { reader } = openReader(many, own.db);
    const startedMs = performance.now();
    await reader.start();
    // On a busy machine it starts with defaults after a while and catches up by itself.
    await eventually(() => (many.every((setting) => reader.get(setting) !== -1) ? true : undefined));
    const loadedMs = performance.now() - startedMs;
    await reader.close();
    await own.close();

    let sum = 0;
    let reads = 0;
    const readingMs = performance.now();
    for (let round = 0; round < 600; round++) {
      for (const setting of many) sum += reader.get(setting);
      reads += many.length;
    }
    const perSecond = reads / ((performance.now() - readingMs) / 1_000);
    process.stdout.write(
      `5,000 settings loaded in ${Math.round(loadedMs)} ms, ${Math.round(perSecond).toLocaleString("en")} reads a second\n`,
    );
    expect(sum).toBe(600 * ((4_999 * 5_000) / 2));
    expect(perSecond).toBeGreaterThan(1_000_000);
  });
});

const insertPublished = async (settings: readonly Setting<number>[]): Promise<void> => {
  const { db } = database.current;
  const made = { updated_at: new Date(), updated_by: "ada" };
  for (let from = 0; from < settings.length; from += 1_000) {
    const batch = settings.slice(from, from + 1_000);
    await db
      .insertInto("config_item")
      .values(
        batch.map(({ key }) => ({
          key,
          is_sensitive: false,
          version: 1,
          value_version: 1,
          published_version: 1,
          published_seq: 1n,
          ...made,
        })),
      )
      .execute();
    await db
      .insertInto("config_version")
      .values(
        batch.map(({ key, spec }, index) => ({
          key,
          version: 1,
          schema: JSON.stringify(spec),
          value: JSON.stringify(from + index),
          was_published: true,
          created_at: new Date(),
          created_by: "ada",
        })),
      )
      .execute();
  }
};
