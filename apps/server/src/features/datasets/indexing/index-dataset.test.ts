import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { putFiles, putMdsSet, putTarSet } from "../../../testing/builders/a-stored-set.ts";
import { renderSample } from "../../../testing/media-samples.ts";
import { indexToEnd, runDataRig, steadyBeat } from "../../../testing/rigs/data-rig.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { findLivingRun } from "../index-run.store.ts";
import { readPart } from "./rows/read-part.ts";
import { clearLeftovers } from "./runs/clear-leftovers.ts";
import { commitRun } from "./runs/commit-run.ts";
import { finishRun } from "./runs/finish-run.ts";
import { planRun } from "./runs/plan-run.ts";

const running = runApp();
const rig = runDataRig(running);
let scratch = "";
let owner: Caller;
let clip: Uint8Array;

beforeAll(async () => {
  owner = await aCaller(running.current);
  scratch = await mkdtemp(join(tmpdir(), "dailies-index-"));
  clip = await readFile(await renderSample(scratch, "clip.mp4"));
});
afterAll(() => rm(scratch, { recursive: true }));

const register = async (path: string, more: object = {}) => {
  const body = { uri: rig.current.uriOf(path), name: `set ${newId()}`, request_key: newId(), ...more };
  const answer = await owner.post("/api_v1/dataset/create", body);
  expect([answer.status, answer.body]).toMatchObject([200, { status: "Indexing" }]);
  return String(answer.body.id);
};
const runOf = async (id: string): Promise<string> => (await findLivingRun(running.current.db, id))?.id ?? "";
const index = async (id: string): Promise<string> => indexToEnd(rig.current, await runOf(id));
const detail = async (id: string) => (await owner.get(`/api_v1/dataset/${id}/detail`)).body;
const indexAgain = async (id: string): Promise<string> => {
  const answer = await owner.post(`/api_v1/dataset/${id}/index`, { note: "again" });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return index(id);
};
const tableOf = async (id: string, version = 1) => {
  const row = await running.current.db
    .selectFrom("dataset_version")
    .selectAll()
    .where("dataset_id", "=", id)
    .where("version", "=", version)
    .executeTakeFirstOrThrow();
  const ref = { datasetId: id, tableName: row.table_name, tableVersion: Number(row.table_version) };
  return { row, table: await rig.current.itemTables.openAt(ref) };
};
const rowsOf = async (id: string, version = 1) => {
  const { table } = await tableOf(id, version);
  return (await table.query().toArray()).map((row) => row.toJSON());
};

describe("an MDS set", () => {
  it("is read into one row for each sample, in order, pointing into the shards", async () => {
    const { storage, folder } = rig.current;
    await putMdsSet(storage, `${folder}mds/`, { samples: 5, clip: () => clip, sizeLimitBytes: 400_000 });
    const id = await register("mds/");
    expect(await index(id)).toBe("published");
    expect(await detail(id)).toMatchObject({ status: "Ready", version: 1, items: 5, faults: 0, strip: [0, 1, 2, 3] });
    const rows = await rowsOf(id);
    expect(rows.map(({ ordinal }) => Number(ordinal))).toEqual([0, 1, 2, 3, 4]);
    expect(rows[2]).toMatchObject({ caption: "clip number 2", width: 320, height: 180, media_type: "video/mp4" });
    expect(rows[2]).toMatchObject({ score: 0.25, seen: 6n, tags: '{"n": 2}', fault: null, frames: 48 });
    const { object, media_offset, media_bytes } = rows[3] ?? {};
    const bucketReader = (await rig.current.bucketReaders.openUri(rig.current.uriOf("mds/"))).bucketReader;
    const begin = Number(media_offset);
    const bytes = await bucketReader.read(String(object), begin, begin + Number(media_bytes));
    expect(Buffer.from(bytes).equals(Buffer.from(clip))).toBe(true);
  });

  it("makes no version of what has not changed, and reads only what is new", async () => {
    const { storage, folder } = rig.current;
    const small = { sizeLimitBytes: 2_000 };
    await putMdsSet(storage, `${folder}grow/`, { samples: 30, ...small });
    const id = await register("grow/");
    expect(await index(id)).toBe("published");
    expect(await indexAgain(id)).toBe("unchanged");
    expect(await detail(id)).toMatchObject({ status: "Ready", version: 1, run: { status: "Finished", items_done: 0 } });
    await putMdsSet(storage, `${folder}grow/`, { samples: 45, ...small });
    expect(await indexAgain(id)).toBe("published");
    expect(await detail(id)).toMatchObject({ version: 2, items: 45, versions: [{ version: 2, note: "again" }, {}] });
    expect((await rowsOf(id, 2)).map(({ seen }) => Number(seen))).toEqual(Array.from({ length: 45 }, (_, n) => n * 3));
    expect(await rowsOf(id, 1)).toHaveLength(30);
  });

  it("keeps the places of samples whose shard is broken or gone", async () => {
    const { storage, folder } = rig.current;
    const names = await putMdsSet(storage, `${folder}torn/`, { samples: 90, sizeLimitBytes: 2_000 });
    const shards = names.filter((name) => name.endsWith(".mds"));
    expect(shards.length).toBeGreaterThan(2);
    await storage.deleteObjects([`${folder}torn/${shards[1]}`]);
    await storage.putObject(`${folder}torn/${shards[2]}`, Buffer.from("short"), { contentType: "a/b" });
    const id = await register("torn/");
    expect(await index(id)).toBe("published");
    const rows = await rowsOf(id);
    expect(rows).toHaveLength(90);
    const faulty = rows.filter(({ fault }) => fault !== null);
    expect(Number((await detail(id)).faults)).toBe(faulty.length);
    expect(new Set(faulty.map(({ sample_object }) => sample_object)).size).toBe(2);
    expect(rows.at(-1)).toMatchObject({ caption: "clip number 89", fault: null });
  });
});

describe("other kinds", () => {
  it("reads WebDataset shards, and says where one breaks off", async () => {
    const { storage, folder } = rig.current;
    await putTarSet(storage, `${folder}tar/`, { shards: 2, samples: 3, clip: () => clip });
    await storage.putObject(`${folder}tar/set-00002.tar`, Buffer.alloc(700, 7), { contentType: "a/b" });
    const id = await register("tar/");
    expect(await index(id)).toBe("published");
    const rows = await rowsOf(id);
    expect(rows).toHaveLength(7);
    expect(rows[4]).toMatchObject({
      key: "000004",
      caption: "a caption of 000004",
      score: 1n,
      source: "made",
      frames: 48,
    });
    expect(rows[6]?.fault).toBeTypeOf("string");
  });

  it("reads tables of a folder, and points to nothing outside the profile", async () => {
    const { storage, folder } = rig.current;
    const lines = [
      { path: "clips/a.mp4", text: "first", motion: { score: 1.5 } },
      { path: "clips/gone.mp4", text: "second", motion: { score: 2 } },
      { path: "../../../../etc/passwd.mp4", text: "third", motion: { score: 3 } },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join("\n");
    await putFiles(storage, `${folder}plain/`, [
      { name: "clips/a.mp4", bytes: clip },
      { name: "rows.jsonl", bytes: new TextEncoder().encode(text) },
    ]);
    const id = await register("plain/");
    expect(await index(id)).toBe("published");
    const rows = await rowsOf(id);
    expect(rows.map(({ caption, fault, width }) => [caption, fault === null, width])).toEqual([
      ["first", true, 320],
      ["second", false, null],
      ["third", false, null],
    ]);
    expect(rows[1]).toMatchObject({ motion_score: 2, object: null });
  });
});

describe("whoever dies or comes late", () => {
  const prepared = async (path: string): Promise<{ id: string; runId: string }> => {
    const { storage, folder } = rig.current;
    await putMdsSet(storage, `${folder}${path}/`, { samples: 40, sizeLimitBytes: 2_000 });
    const id = await register(`${path}/`);
    const runId = await runOf(id);
    await planRun(rig.current, runId, steadyBeat());
    await readPart(rig.current, runId, 0, steadyBeat());
    return { id, runId };
  };

  it("does not append twice what was appended before a crash", async () => {
    const { id, runId } = await prepared("crash");
    await commitRun(rig.current, runId, steadyBeat());
    // The append succeeded, but the process died before marking the part as committed.
    await running.current.db
      .updateTable("dataset_index_part")
      .set({ is_committed: false })
      .where("run_id", "=", runId)
      .execute();
    expect(await commitRun(rig.current, runId, steadyBeat())).toBe("committed");
    expect(await finishRun(rig.current, runId, steadyBeat())).toBe("published");
    expect((await rowsOf(id)).map(({ ordinal }) => Number(ordinal))).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it("leaves a table that another has written to as well", async () => {
    const { id, runId } = await prepared("zombie");
    await commitRun(rig.current, runId, steadyBeat());
    const table = await lastTable(id);
    await table.add(await table.query().limit(7).toArrow());
    expect(await finishRun(rig.current, runId, steadyBeat())).toBe("again");
    expect(await indexRest(runId)).toBe("published");
    expect(await rowsOf(id)).toHaveLength(40);
  });

  const lastTable = async (id: string) => {
    const { connect } = await import("@lancedb/lancedb");
    const { catalogue } = rig.current;
    const database = await connect(catalogue.folderUri(id), { storageOptions: catalogue.storageOptions });
    const [name = ""] = await database.tableNames();
    return database.openTable(name);
  };
  const indexRest = async (runId: string): Promise<string> => {
    await commitRun(rig.current, runId, steadyBeat());
    return finishRun(rig.current, runId, steadyBeat());
  };

  it("reads again what is no longer staged, and clears away what nobody needs", async () => {
    const { storage, catalogue } = rig.current;
    const { id, runId } = await prepared("staged");
    const folder = catalogue.folderKey(id);
    const keys = async (prefix: string) => (await storage.listObjects(prefix, { limit: 1_000 })).map(({ key }) => key);
    await storage.deleteObjects(await keys(`${folder}parts/`));
    expect(await commitRun(rig.current, runId, steadyBeat())).toBe("unread");
    await readPart(rig.current, runId, 0, steadyBeat());
    await storage.putObject(`${folder}parts/old.arrow.zst`, Buffer.from("x"), { contentType: "a/b" });
    await storage.putObject(`${folder}items_${newId().replaceAll("-", "")}_0.lance/x`, Buffer.from("x"), {
      contentType: "a/b",
    });
    const left = `${folder}items_${runId.replaceAll("-", "")}_7.lance/x`;
    await storage.putObject(left, Buffer.from("x"), { contentType: "a/b" });
    expect(await indexRest(runId)).toBe("published");
    await clearLeftovers(rig.current, runId);
    expect(await keys(`${folder}parts/`)).toHaveLength(1);
    expect(await keys(left)).toEqual([]);
    // This table belongs to a run that is not known to have ended.
    expect((await keys(`${folder}items_`)).filter((key) => key.endsWith("_0.lance/x"))).toHaveLength(1);
    expect(await rowsOf(id)).toHaveLength(40);
  });

  it("takes the write lease from a slow worker", async () => {
    const { runId } = await prepared("slow");
    let take = true;
    const beat = {
      ...steadyBeat(),
      check: async () => {
        if (!take) return;
        take = false;
        await commitRun(rig.current, runId, steadyBeat());
      },
    };
    await expect(commitRun(rig.current, runId, beat)).rejects.toMatchObject({ code: "conflict" });
    expect(await finishRun(rig.current, runId, steadyBeat())).toBe("published");
  });

  it("stops when it is cancelled, and begins again where it was", async () => {
    const { id, runId } = await prepared("cancel");
    expect(await owner.post(`/api_v1/dataset/${id}/cancel_index`, {})).toMatchObject({ body: { status: "Cancelled" } });
    expect(await commitRun(rig.current, runId, steadyBeat())).toBe("over");
    expect(await finishRun(rig.current, runId, steadyBeat())).toBe("over");
    expect(await detail(id)).toMatchObject({ status: "Failed", version: null });
    expect(await indexAgain(id)).toBe("published");
    expect(await rowsOf(id)).toHaveLength(40);
  });
});
