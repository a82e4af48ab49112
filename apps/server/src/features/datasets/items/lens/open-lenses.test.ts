import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../../platform/ids.ts";
import { aUser } from "../../../../testing/a-user.ts";
import { anItemTable, type MadeItem } from "../../../../testing/an-item-table.ts";
import { captureLog } from "../../../../testing/captured-log.ts";
import { runDataRig } from "../../../../testing/data-rig.ts";
import { runApp } from "../../../../testing/start-app.ts";
import { getItemVersion, select } from "../open-selection.ts";
import type { Lenses, LensesOptions } from "./lens.ts";
import { openLenses } from "./open-lenses.ts";
import { selectCount } from "./pages.store.ts";

const running = runApp();
const rig = runDataRig(running);
const signal = new AbortController().signal;
const opened: Lenses[] = [];
let folder = "";
let datasetId = "";

const ITEMS: MadeItem[] = Array.from({ length: 9_000 }, (_, n) => ({
  seen: n,
  is_ok: true,
  caption: n % 2 === 0 ? "even" : `an odd one, number ${n}`,
}));

beforeAll(async () => {
  const { db } = running.current;
  folder = await mkdtemp(join(tmpdir(), "dailies-lens-test-"));
  const { id: profileId } = await db.selectFrom("storage_profile").select("id").executeTakeFirstOrThrow();
  ({ datasetId } = await anItemTable(rig.current, { ownerId: (await aUser(db)).id, profileId, items: ITEMS }));
});
afterAll(async () => {
  for (const lenses of opened) await lenses.close();
  await rm(folder, { recursive: true });
});

const open = (more: Partial<LensesOptions> = {}): Lenses => {
  const { config, clock } = running.current;
  const { memoryBytes, threads } = config.lens;
  const limits = { folder, limitBytes: 1024 ** 3, memoryBytes, threads };
  const lenses = openLenses({ ...rig.current, ...limits, clock: clock.now, log: captureLog().log, ...more });
  opened.push(lenses);
  return lenses;
};
const source = () => getItemVersion(running.current, datasetId, undefined);
const finished = async () => (await readdir(folder)).filter((name) => name.endsWith(".lens"));
const seenAbove = { field: "seen", op: "gte", value: 8_000 } as const;

describe("copies of an item table", () => {
  it("are made once however many ask, and found again after a restart", async () => {
    const lenses = open();
    const version = await source();
    const [first, second] = await Promise.all([lenses.open(version, signal), lenses.open(version, signal)]);
    expect([first.name, first.rows, first.isWhole]).toEqual([second.name, 9_000, true]);
    const [name = ""] = await finished();
    const { mtimeMs, ino } = await stat(join(folder, name));
    const again = await open().open(version, signal);
    expect([again.rows, (await stat(join(folder, name))).ino, mtimeMs > 0]).toEqual([9_000, ino, true]);
  });

  it("answer for the beginning while a large one is made in a process of its own", async () => {
    await rm(folder, { recursive: true });
    const lenses = open({ inlineRows: 1_000 });
    const version = await source();
    const early = await lenses.open(version, signal);
    if (!early.isWhole) expect(early.rows).toBe(1_000);
    const whole = await lenses.openWhole(version, signal);
    expect([whole.rows, whole.isWhole]).toEqual([9_000, true]);
    expect((await lenses.open(version, signal)).isWhole).toBe(true);
    const selection = select(version, whole, seenAbove);
    expect(await selectCount(await lenses.engine(), selection, signal)).toBe(1_000);
  });

  it("leave when there is no room, those used longest ago first", async () => {
    const lenses = open({ limitBytes: 1 });
    await writeFile(join(folder, `${newId()}.1.lens`), Buffer.alloc(100));
    const lens = await lenses.open(await source(), signal);
    expect(lens.isWhole).toBe(true);
    expect(await finished()).toEqual([`${datasetId}.1.lens`]);
  });

  it("that cannot be read are made anew", async () => {
    const [name = ""] = await finished();
    await writeFile(join(folder, name), "this is no database");
    expect((await open().open(await source(), signal)).rows).toBe(9_000);
  });

  it("are kept when the engine has no time to open them", async () => {
    const lenses = open();
    const engine = await lenses.engine();
    const [name = ""] = await finished();
    const { ino } = await stat(join(folder, name));
    const leave = new AbortController();
    const sql = "select count(*) from range(10000000) a, range(10000000) b where a.range * b.range = 3";
    const asked = Array.from({ length: 202 }, () => engine.ask({ sql, values: [] }, leave.signal));
    const ended = Promise.allSettled(asked);
    await expect(lenses.open(await source(), signal)).rejects.toMatchObject({ code: "unavailable" });
    leave.abort();
    await ended;
    expect((await lenses.open(await source(), signal)).rows).toBe(9_000);
    expect((await stat(join(folder, name))).ino).toBe(ino);
  });

  it("of another form are made anew", async () => {
    const [name = ""] = await finished();
    const { ino } = await stat(join(folder, name));
    const other = await DuckDBInstance.create(join(folder, name));
    const connection = await other.connect();
    await connection.run(`update about set said = '{"format":0,"rows":9000,"columns":[],"stats":[]}'`);
    connection.closeSync();
    other.closeSync();
    expect((await open().open(await source(), signal)).byName.has("seen")).toBe(true);
    expect((await stat(join(folder, name))).ino).not.toBe(ino);
  });

  it("are read and nothing else: no file, no network, no setting", async () => {
    const lenses = open();
    await lenses.open(await source(), signal);
    const engine = await lenses.engine();
    const statements = [
      "select * from read_text('/etc/hostname')",
      "select * from read_csv('http://127.0.0.1/x.csv')",
      "copy (select 1) to '/tmp/out.csv'",
      "attach '/tmp/other.db'",
      "install httpfs",
      "load httpfs",
      "set enable_external_access = true",
    ];
    for (const sql of statements) await expect(engine.ask({ sql, values: [] }, signal)).rejects.toThrow();
  });

  it("stop searching when whoever asked has left", async () => {
    const lenses = open();
    const lens = await lenses.open(await source(), signal);
    const leave = new AbortController();
    const sql = `select count(*) from ${lens.name}.items a, ${lens.name}.items b, ${lens.name}.items c where a.rowid + b.rowid * c.rowid = 3`;
    const startedMs = performance.now();
    const asked = (await lenses.engine()).ask({ sql, values: [] }, leave.signal);
    setTimeout(() => leave.abort(), 200);
    await expect(asked).rejects.toThrow();
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});
