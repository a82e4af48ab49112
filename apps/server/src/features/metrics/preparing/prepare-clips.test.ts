import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DomainError } from "../../../errors.ts";
import { DRAWN, openPrepareRig, type PrepareRig } from "../../../testing/rigs/prepare-rig.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { listOperations } from "../../operation-log/index.ts";

const database = testDatabase();
let rig: PrepareRig;
let clip: Buffer;

beforeAll(async () => {
  rig = await openPrepareRig(database.current.db);
  clip = await rig.draw("clip.mp4");
});
afterAll(() => rig.close());

const statusesOf = async (taskId: string) =>
  (await rig.rowsOf(taskId)).map(({ status, error }) => [status, error] as const);
const freeAll = (taskId: string) =>
  sql`update evaluation_clip set taken_until = '-infinity' where task_id = ${taskId}`.execute(database.current.db);

describe("a clip that cannot be prepared", () => {
  it("fails with a reason, and the others do not", async () => {
    const { taskId } = await rig.make([
      { content: Buffer.from("no clip at all, only words"), probe: DRAWN },
      { content: clip.subarray(0, clip.length - 3_000), probe: DRAWN, isStored: false },
      { content: await rig.draw("well.mp4", 70), probe: DRAWN },
    ]);
    await rig.run("prepareClipsBatch", { taskId });
    expect(await statusesOf(taskId)).toEqual([
      ["failed", "the file is not a video"],
      ["failed", "its bytes are not in storage"],
      ["ready", null],
    ]);
    expect(await rig.countsOf(taskId)).toMatchObject({ clips_ready: 1, clips_failed: 2 });
  });

  it("is tried again when something of ours breaks, and given up after the third time", async () => {
    const { taskId } = await rig.make([{ content: await rig.draw("odd.mp4", 120), probe: DRAWN }]);
    const broken = { threads: { measure: () => Promise.reject(new Error("a fault of ours")) } };
    for (const status of ["waiting", "waiting", "failed"]) {
      await freeAll(taskId);
      await rig.run("prepareClipsBatch", { taskId }, broken);
      expect((await rig.rowsOf(taskId))[0]?.status).toBe(status);
    }
    expect(rig.lines.filter((line) => line.includes("clip could not be prepared for judging"))).toHaveLength(3);
  });

  it("waits while the storage is away, and is not blamed for it", async () => {
    const { taskId } = await rig.make([{ content: clip, probe: DRAWN }]);
    const headObject = () => Promise.reject(new DomainError("upstream_failed", "the storage is away"));
    const away = { storage: { ...rig.storage, headObject } };
    for (const _try of [1, 2, 3, 4]) {
      await freeAll(taskId);
      await expect(rig.run("prepareClipsBatch", { taskId }, away)).rejects.toThrow("away");
    }
    expect(await statusesOf(taskId)).toEqual([["waiting", null]]);
    await rig.run("prepareClipsBatch", { taskId });
    expect(await statusesOf(taskId)).toEqual([["ready", null]]);
  });
});

describe("several workers", () => {
  it("never take the same clip, and one that is lost gives its clips to the others after a while", async () => {
    const { taskId } = await rig.make(Array.from({ length: 15 }, () => ({ content: clip, probe: DRAWN })));
    const take = async () => {
      const taken = sql<{ id: bigint }>`select claim_clips(${taskId}, 10, 60) as id`;
      return (await taken.execute(database.current.db)).rows.map(({ id }) => id);
    };
    const taken = (await Promise.all([take(), take(), take()])).flat();
    expect([taken.length, new Set(taken).size]).toEqual([15, 15]);
    const keys = (await rig.rowsOf(taskId)).map(({ judged_key }) => judged_key);
    expect(new Set(keys).size).toBe(15);
    await freeAll(taskId);
    expect(await take()).toHaveLength(10);
    expect((await rig.rowsOf(taskId)).map(({ judged_key }) => judged_key)).toEqual(keys);
  });

  it("change nothing when a clip was settled before, and count none that was replaced", async () => {
    const clips = [1, 2].map(() => ({ content: clip, probe: DRAWN }));
    const { taskId, clipIds } = await rig.make(clips);
    const settle = async (clipId: bigint | undefined) => {
      const settled = sql<{ counted: boolean | null }>`select settle_clip(${clipId}, 'failed', '{}') as counted`;
      return (await settled.execute(database.current.db)).rows[0]?.counted;
    };
    await sql`update evaluation_clip set is_current = false where id = ${clipIds[1]}`.execute(database.current.db);
    expect([await settle(clipIds[0]), await settle(clipIds[0]), await settle(clipIds[1])]).toEqual([true, null, false]);
    expect(await rig.countsOf(taskId)).toMatchObject({ clips_failed: 1 });
  });
});

it("the end of preparing tells those who run the judging, and the history", async () => {
  const { taskId } = await rig.make([{ content: clip, probe: DRAWN }]);
  await rig.run("prepareClipsBatch", { taskId });
  expect(await rig.run("countWaitingClips", { taskId })).toBe(0);
  await rig.run("endPreparing", { taskId, requestId: "r" });
  expect(rig.seen.ended).toEqual([taskId]);
  const { items } = await listOperations(database.current.db, `task:${taskId}`, { limit: 9 });
  expect(items).toMatchObject([{ op_type: "Prepare_clips", meta: { ready: 1, failed: 0 } }]);
});
