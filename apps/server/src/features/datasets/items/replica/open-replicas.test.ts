import { copyFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../../platform/ids.ts";
import { aUser } from "../../../../testing/builders/a-user.ts";
import { anItemTable, type MadeItem } from "../../../../testing/builders/an-item-table.ts";
import { captureLog } from "../../../../testing/captured-log.ts";
import { runDataRig } from "../../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../../testing/rigs/start-app.ts";
import { getItemVersion, select } from "../query/open-selection.ts";
import { ASKS } from "./engine/engine-calls.ts";
import { openReplicas } from "./open-replicas.ts";
import { selectCount } from "./pages.store.ts";
import type { Replicas, ReplicasOptions } from "./replica.ts";

const running = runApp();
const rig = runDataRig(running);
const signal = new AbortController().signal;
const opened: Replicas[] = [];
let folder = "";
let datasetId = "";

const ITEMS: MadeItem[] = Array.from({ length: 9_000 }, (_, n) => ({
  seen: n,
  is_ok: true,
  caption: n % 2 === 0 ? "even" : `an odd one, number ${n}`,
}));

beforeAll(async () => {
  const { db } = running.current;
  folder = await mkdtemp(join(tmpdir(), "dailies-replica-test-"));
  const { id: profileId } = await db.selectFrom("storage_profile").select("id").executeTakeFirstOrThrow();
  ({ datasetId } = await anItemTable(rig.current, { ownerId: (await aUser(db)).id, profileId, items: ITEMS }));
});
afterAll(async () => {
  for (const replicas of opened) await replicas.close();
  await rm(folder, { recursive: true });
});

const open = (more: Partial<ReplicasOptions> = {}): Replicas => {
  const { config, clock } = running.current;
  const { memoryBytes, threads } = config.replica;
  const limits = { folder, limitBytes: 1024 ** 3, memoryBytes, threads };
  const replicas = openReplicas({ ...rig.current, ...limits, clock: clock.now, log: captureLog().log, ...more });
  opened.push(replicas);
  return replicas;
};
const source = () => getItemVersion(running.current, datasetId, undefined);
const finished = async () => (await readdir(folder)).filter((name) => name.endsWith(".replica"));
const seenAbove = { field: "seen", op: "gte", value: 8_000 } as const;

describe("copies of an item table", () => {
  it("are made once however many ask, and found again after a restart", async () => {
    const replicas = open();
    const version = await source();
    const [first, second] = await Promise.all([replicas.open(version, signal), replicas.open(version, signal)]);
    expect([first.name, first.rows, first.isWhole]).toEqual([second.name, 9_000, true]);
    const [name = ""] = await finished();
    const { mtimeMs, ino } = await stat(join(folder, name));
    const again = await open().open(version, signal);
    expect([again.rows, (await stat(join(folder, name))).ino, mtimeMs > 0]).toEqual([9_000, ino, true]);
  });

  it("answer for the beginning while a large one is made in a process of its own", async () => {
    await rm(folder, { recursive: true });
    const replicas = open({ inlineRows: 1_000 });
    const version = await source();
    const early = await replicas.open(version, signal);
    if (!early.isWhole) expect(early.rows).toBe(1_000);
    const whole = await replicas.openWhole(version, signal);
    expect([whole.rows, whole.isWhole]).toEqual([9_000, true]);
    expect((await replicas.open(version, signal)).isWhole).toBe(true);
    const selection = select(version, whole, seenAbove);
    expect(await selectCount(await replicas.engine(), selection, signal)).toBe(1_000);
  });

  it("leave when there is no room, those used longest ago first", async () => {
    const replicas = open({ limitBytes: 1 });
    await writeFile(join(folder, `${newId()}.1.replica`), Buffer.alloc(100));
    const replica = await replicas.open(await source(), signal);
    expect(replica.isWhole).toBe(true);
    expect(await finished()).toEqual([`${datasetId}.1.replica`]);
  });

  it("that cannot be read are made anew", async () => {
    const [name = ""] = await finished();
    await writeFile(join(folder, name), "this is no database");
    expect((await open().open(await source(), signal)).rows).toBe(9_000);
  });

  it("are kept when the engine has no time to open them", async () => {
    const replicas = open();
    const engine = await replicas.engine();
    const [name = ""] = await finished();
    const { ino } = await stat(join(folder, name));
    const leave = new AbortController();
    const sql = "select count(*) from range(10000000) a, range(10000000) b where a.range * b.range = 3";
    const asked = Array.from({ length: ASKS.running + ASKS.waiting }, () =>
      engine.ask({ sql, values: [] }, leave.signal),
    );
    const ended = Promise.allSettled(asked);
    await expect(replicas.open(await source(), signal)).rejects.toMatchObject({ code: "unavailable" });
    leave.abort();
    await ended;
    expect((await replicas.open(await source(), signal)).rows).toBe(9_000);
    expect((await stat(join(folder, name))).ino).toBe(ino);
  });

  it("of another form are made anew", async () => {
    const [name = ""] = await finished();
    const path = join(folder, name);
    // The process that searches has the file open.
    await copyFile(path, `${path}.other`);
    const other = await DuckDBInstance.create(`${path}.other`);
    const connection = await other.connect();
    await connection.run(`update about set said = '{"format":0,"rows":9000,"columns":[],"stats":[]}'`);
    connection.closeSync();
    other.closeSync();
    await rename(`${path}.other`, path);
    const changed = await readFile(path);
    expect((await open().open(await source(), signal)).byName.has("seen")).toBe(true);
    expect(changed.equals(await readFile(path))).toBe(false);
  });

  it("are read and nothing else: no file, no network, no setting", async () => {
    const replicas = open();
    await replicas.open(await source(), signal);
    const engine = await replicas.engine();
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

  it("stop a query when its client has disconnected", async () => {
    const replicas = open();
    const replica = await replicas.open(await source(), signal);
    const leave = new AbortController();
    const sql = `select count(*) from ${replica.name}.items a, ${replica.name}.items b, ${replica.name}.items c where a.rowid + b.rowid * c.rowid = 3`;
    const asked = (await replicas.engine()).ask({ sql, values: [] }, leave.signal);
    setTimeout(() => leave.abort(), 200);
    await expect(asked).rejects.toThrow();
  });
});
