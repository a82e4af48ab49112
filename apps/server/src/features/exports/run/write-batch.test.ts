import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aUser } from "../../../testing/builders/a-user.ts";
import { readExport } from "../../../testing/builders/an-export.ts";
import { exportRig } from "../../../testing/rigs/export-rig.ts";
import { markCancelled, markResumed } from "../export.store.ts";
import { failRun } from "./export-run.store.ts";
import { writeBatch } from "./write-batch.ts";

const rig = exportRig();
const ROWS = 1_230;
/** A task with rows so long that 500 of them fill a part. */
let taskId: string;
const db = () => rig.current.database.db;
const resume = (id: string): Promise<number> =>
  db()
    .transaction()
    .execute((tx) => markResumed(tx, id));

beforeAll(async () => {
  taskId = await rig.current.aTask(ROWS);
  await sql`update benchmark_row set inputs = jsonb_build_object('prompt', 'p' || index, 'note', repeat(md5(index::text), 400))
    where task_id = ${taskId}`.execute(db());
});

type BeginOptions = Parameters<typeof rig.current.begin>[0];
const beginFile = (kind: "csv" | "xlsx", more: Partial<BeginOptions> = {}) =>
  rig.current.begin({ target: { kind }, taskIds: [taskId], ...more });
const fileOf = async (id: string): Promise<string> => {
  const { objectKey } = await readExport(db(), id);
  return text(await rig.current.storage.getObject(objectKey ?? ""));
};

describe("a file", () => {
  it("is written part by part, goes on after the last one, and has each row once", async () => {
    const id = await beginFile("csv");
    expect([await rig.current.step(id), await rig.current.step(id)]).toEqual(["more", "more"]);
    const half = await readExport(db(), id);
    expect(half).toMatchObject({ status: "Running", rowsTotal: ROWS });
    expect(half.progress.file?.parts).toHaveLength(2);
    // An attempt whose part was lost: the displayed progress may be ahead of the saved one.
    const away = {
      ...rig.current.deps,
      storage: { ...rig.current.storage, uploadPart: () => Promise.reject(new Error("killed")) },
    };
    await expect(writeBatch(away, { id, run: 1 })).rejects.toThrow("killed");
    expect(await rig.current.finish(id)).toBe("done");
    const lines = (await fileOf(id)).trimEnd().split("\r\n");
    expect(lines).toHaveLength(ROWS + 1);
    expect(new Set(lines).size).toBe(ROWS + 1);
    const job = await readExport(db(), id);
    expect(job).toMatchObject({ status: "Finished", rowsDone: ROWS, rowsTotal: ROWS });
    // Text decoding drops the byte order mark.
    expect(job.bytes).toBe(Buffer.byteLength(await fileOf(id)) + 3);
    expect(await rig.current.step(id)).toBe("over");
  });

  it("is completed by the next worker after one was killed while completing it", async () => {
    const id = await beginFile("xlsx", { aggregation: "Average" });
    const away = {
      ...rig.current.deps,
      storage: { ...rig.current.storage, headObject: () => Promise.reject(new Error("killed")) },
    };
    const tries = async (): Promise<unknown> => {
      for (;;) if ((await writeBatch(away, { id, run: 1 })) !== "more") return;
    };
    await expect(tries()).rejects.toThrow("killed");
    expect(await rig.current.finish(id)).toBe("done");
    expect((await readExport(db(), id)).rowsDone).toBe(ROWS);
  });

  it("of a run that was lost is not written to any more, and a new run goes on", async () => {
    const id = await beginFile("csv");
    await rig.current.step(id);
    await failRun(db(), { id, run: 1 }, { at: new Date(), code: "internal", message: "", isRetryable: true });
    expect(await writeBatch(rig.current.deps, { id, run: 1 })).toBe("over");
    expect(await resume(id)).toBe(2);
    expect(await writeBatch(rig.current.deps, { id, run: 1 })).toBe("over");
    expect(await rig.current.finish(id)).toBe("done");
    expect((await fileOf(id)).trimEnd().split("\r\n")).toHaveLength(ROWS + 1);
  });

  it("begins again when storage has given its parts up meanwhile", async () => {
    const id = await beginFile("csv");
    await rig.current.step(id);
    const { progress } = await readExport(db(), id);
    await rig.current.storage.abortMultipart(`exports/${id.slice(-2)}/${id}.csv`, progress.file?.uploadId ?? "");
    await failRun(db(), { id, run: 1 }, { at: new Date(), code: "upstream_failed", message: "", isRetryable: true });
    await resume(id);
    expect(await rig.current.finish(id)).toBe("done");
    expect((await fileOf(id)).trimEnd().split("\r\n")).toHaveLength(ROWS + 1);
  });

  it("begins again when a lost run has written over one of its parts", async () => {
    const id = await beginFile("csv");
    await rig.current.step(id);
    const { progress } = await readExport(db(), id);
    const key = `exports/${id.slice(-2)}/${id}.csv`;
    await rig.current.storage.uploadPart(key, progress.file?.uploadId ?? "", 1, Buffer.alloc(6 * 1024 ** 2, "x"));
    await failRun(db(), { id, run: 1 }, { at: new Date(), code: "internal", message: "", isRetryable: true });
    await resume(id);
    expect(await rig.current.finish(id)).toBe("done");
    expect((await fileOf(id)).trimEnd().split("\r\n")).toHaveLength(ROWS + 1);
  });

  it("stops when it is cancelled, or when its reader may no longer read", async () => {
    const id = await beginFile("csv");
    await rig.current.step(id);
    await db()
      .transaction()
      .execute((tx) => markCancelled(tx, id, new Date()));
    expect(await rig.current.step(id)).toBe("over");
    const other = await aUser(db(), { permissions: ["USE_VERSION_1_0"] });
    const theirs = await beginFile("csv", { createdBy: other.id });
    await rig.current.step(theirs);
    await sql`delete from console_user_permission where user_id = ${other.id}`.execute(db());
    await expect(rig.current.step(theirs)).rejects.toMatchObject({ code: "not_allowed" });
  });
});
