import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aUser } from "../../../../../testing/builders/a-user.ts";
import { anItemTable } from "../../../../../testing/builders/an-item-table.ts";
import { captureLog } from "../../../../../testing/captured-log.ts";
import { runDataRig } from "../../../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../../../testing/rigs/start-app.ts";
import { getItemVersion, select } from "../../query/open-selection.ts";
import { openReplicas } from "../open-replicas.ts";
import { selectCount } from "../pages.store.ts";
import type { Replicas } from "../replica.ts";

const running = runApp();
const rig = runDataRig(running);
const signal = new AbortController().signal;
const ITEMS = 3_000;
let folder = "";
let datasetId = "";
let replicas: Replicas;

beforeAll(async () => {
  const { db, config, clock } = running.current;
  folder = await mkdtemp(join(tmpdir(), "dailies-engine-test-"));
  const { id: profileId } = await db.selectFrom("storage_profile").select("id").executeTakeFirstOrThrow();
  const items = Array.from({ length: ITEMS }, (_, seen) => ({ seen, is_ok: true, caption: `clip ${seen}` }));
  ({ datasetId } = await anItemTable(rig.current, { ownerId: (await aUser(db)).id, profileId, items }));
  const { memoryBytes, threads } = config.replica;
  const limits = { folder, limitBytes: 1024 ** 3, memoryBytes, threads };
  replicas = openReplicas({ ...rig.current, ...limits, clock: clock.now, log: captureLog().log });
});
afterAll(async () => {
  await replicas.close();
  await rm(folder, { recursive: true });
});

const source = () => getItemVersion(running.current, datasetId, undefined);
const seenAbove = { field: "seen", op: "gte", value: 1_000 } as const;
const count = async (): Promise<number> => {
  const version = await source();
  const selection = select(version, await replicas.open(version, signal), seenAbove);
  return selectCount(await replicas.engine(), selection, signal);
};
const killProcess = (): void => {
  for (const pid of rig.current.data.queries.items.pids()) process.kill(pid, "SIGKILL");
};
const SLOW = "select count(*) from range(10000000) a, range(10000000) b where a.range * b.range = 3";

describe("the process that searches", () => {
  it("is another one than this, and has loaded the library alone", async () => {
    expect(await count()).toBe(2_000);
    expect(rig.current.data.queries.items.pids()).toHaveLength(1);
    expect(rig.current.data.queries.items.pids()).not.toContain(process.pid);
  });

  it("fails what it was asked when it is killed, with a time to try again, and what waited is answered", async () => {
    const engine = await replicas.engine();
    const failed = Promise.allSettled([1, 2].map(() => engine.ask({ sql: SLOW, values: [] }, signal)));
    const waiting = count();
    setTimeout(killProcess, 300);
    for (const result of await failed)
      expect(result).toMatchObject({ status: "rejected", reason: { code: "unavailable", retryAfterS: 2 } });
    expect(await waiting).toBe(2_000);
  });

  it("opens copies again after it was killed", async () => {
    killProcess();
    await expect.poll(() => rig.current.data.queries.items.pids()).toEqual([]);
    expect(await count()).toBe(2_000);
  });

  it("says when a copy was removed meanwhile, which is then made anew", async () => {
    const version = await source();
    const selection = select(version, await replicas.open(version, signal), seenAbove);
    for (const name of await readdir(folder)) if (name.endsWith(".replica")) await rm(join(folder, name));
    killProcess();
    await expect.poll(() => rig.current.data.queries.items.pids()).toEqual([]);
    await expect(selectCount(await replicas.engine(), selection, signal)).rejects.toMatchObject({
      code: "unavailable",
      retryAfterS: 2,
    });
    expect(await count()).toBe(2_000);
  });

  it("ends a stream when it is killed, and never passes it off as complete", async () => {
    const engine = await replicas.engine();
    const read = async (): Promise<void> => {
      const sql = "select a.range from range(1000000) a";
      for await (const batch of engine.stream({ sql, values: [] }, signal)) if (batch.length > 0) killProcess();
    };
    await expect(read()).rejects.toMatchObject({ code: "unavailable" });
  });
});
