import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { settleCells } from "../../../testing/builders/a-benchmark.ts";
import { readExport } from "../../../testing/builders/an-export.ts";
import { LarkBase, refuse } from "../../../testing/outsiders/lark-base.ts";
import { exportRig } from "../../../testing/rigs/export-rig.ts";
import type { BatchOutcome, RunExportDeps } from "../run/export-batch.ts";
import { writeBatch } from "../run/write-batch.ts";

const rig = exportRig();
const ROWS = 1_230;
let taskId: string;
const db = () => rig.current.database.db;
type BeginOptions = Parameters<typeof rig.current.begin>[0];
const begin = (target: BeginOptions["target"], more: Partial<BeginOptions> = {}) =>
  rig.current.begin({ target, taskIds: [taskId], ...more });

beforeAll(async () => {
  taskId = await rig.current.aTask(ROWS);
});

describe("a table in Lark", () => {
  const target = (more: object = {}) => ({
    kind: "lark" as const,
    link: "https://x.feishu.cn/base/basOUT",
    table_id: null,
    table_name: "Out",
    mapping: [],
    updates_in_place: true,
    ...more,
  });
  let base: LarkBase;
  const fresh = (): void => {
    base = new LarkBase("Out");
    rig.current.server.bases.set("basOUT", base);
  };
  const written = (): Record<string, unknown>[] => base.recordsOf([...base.tables.keys()][0] ?? "");
  const keys = (): Set<unknown> => new Set(written().map((record) => record["Dailies key"]));

  it("is made with its columns and filled, and a link leads to it", async () => {
    fresh();
    const id = await begin(target());
    expect(await rig.current.finish(id)).toBe("done");
    const job = await readExport(db(), id);
    expect(job.resultUrl).toBe(`https://x.feishu.cn/base/basOUT?table=${[...base.tables.keys()][0]}`);
    expect([written().length, keys().size, job.rowsDone]).toEqual([ROWS, ROWS, ROWS]);
    expect(written()[0]).toMatchObject({ Task: "grid", Row: 1, Status: "Queued", Sample: 1 });
  });

  it("is changed in place by a second export, and what was deleted there is made again", async () => {
    const table = [...base.tables.keys()][0] ?? "";
    const records = base.tables.get(table)?.records;
    const [gone = ""] = [...(records?.keys() ?? [])].slice(700);
    records?.delete(gone);
    for (const fields of records?.values() ?? []) fields.Status = "changed by hand";
    const id = await begin(target({ table_id: table }));
    expect(await rig.current.finish(id)).toBe("done");
    expect([written().length, keys().size]).toEqual([ROWS, ROWS]);
    expect(written().every(({ Status }) => Status === "Queued")).toBe(true);
  });

  it("gets rows of its own where nothing is changed in place", async () => {
    const table = [...base.tables.keys()][0] ?? "";
    expect(await rig.current.finish(await begin(target({ table_id: table, updates_in_place: false })))).toBe("done");
    expect([written().length, keys().size]).toEqual([2 * ROWS, 2 * ROWS]);
  });

  it("holds each row once although an answer was lost and Lark has forgotten that it was asked", async () => {
    fresh();
    const { server, deps } = rig.current;
    const id = await begin(target());
    let creates = 0;
    // The write succeeds but its reply is lost; every retry of this batch is refused.
    server.behaviour.fault = (path) => {
      if (!path.includes("batch_create")) return undefined;
      creates += 1;
      if (creates === 2) return "hang up";
      return creates > 2 && creates < 8 ? refuse(-1, "down", 503) : undefined;
    };
    const outcomes: string[] = [];
    while (!outcomes.includes("done") && outcomes.length < 20) {
      outcomes.push(await writeBatch(deps, { id, run: 1 }).catch((error: { code: string }) => error.code));
      base.answered.clear();
    }
    expect(outcomes).toEqual(["more", "more", "upstream_failed", "more", "more", "done"]);
    expect([written().length, keys().size, creates]).toEqual([ROWS, ROWS, 8]);
    const noted = await sql<{ count: number }>`
      select count(*)::int as count from export_record where job_id = ${id}`.execute(db());
    expect(noted.rows[0]?.count).toBe(ROWS);
  });

  it("is found again when its maker was killed before it could note it", async () => {
    fresh();
    const id = await begin(target());
    let isFirst = true;
    rig.current.server.behaviour.fault = (path) => {
      if (!path.endsWith("/tables") || !isFirst) return undefined;
      isFirst = base.tables.size === 0;
      return base.tables.size === 0 ? undefined : refuse(91403, "Forbidden", 403);
    };
    const away = {
      ...rig.current.deps,
      lark: { ...rig.current.deps.lark, createTable: killedAfter(rig.current.deps) } as RunExportDeps["lark"],
    };
    await expect(writeBatch(away, { id, run: 1 })).rejects.toThrow("killed");
    rig.current.server.behaviour.fault = () => undefined;
    expect(base.tables.size).toBe(1);
    expect(await rig.current.finish(id)).toBe("done");
    expect([base.tables.size, written().length]).toEqual([1, ROWS]);
  });

  it("is written by one writer at a time", async () => {
    fresh();
    const table = base.addTable("Shared", { Task: 1 });
    rig.current.server.behaviour.writeMs = 5;
    const before = rig.current.server.counts.conflicts;
    const ids = [
      await begin(target({ table_id: table })),
      await begin(target({ table_id: table, updates_in_place: false })),
    ];
    for (const id of ids) await rig.current.step(id);
    const outcomes = new Set<BatchOutcome>();
    const drive = async (id: string): Promise<void> => {
      for (;;) {
        const outcome = await rig.current.step(id);
        outcomes.add(outcome);
        if (outcome === "done") return;
      }
    };
    await Promise.all(ids.map(drive));
    expect(rig.current.server.counts.conflicts - before).toBe(0);
    expect(outcomes).toEqual(new Set(["more", "wait", "done"]));
    expect([written().length, keys().size]).toEqual([2 * ROWS, 2 * ROWS]);
  });

  it("gets clips once, however often their rows are written, and a link where there is none to send", async () => {
    fresh();
    const clips = await rig.current.aTask(3);
    await settleCells(db(), clips, "Succeeded");
    const { rows } = await sql<{ key: string }>`
      select v.object_key as key from performer_task t join asset_version v on v.asset_id = t.asset_id
      where t.task_id = ${clips} order by t.partition, t.seed_requested`.execute(db());
    for (const { key } of rows.slice(0, 2))
      await rig.current.storage.putObject(key, Buffer.alloc(900), { contentType: "video/mp4" });
    const before = rig.current.server.counts.uploads;
    const input = { taskIds: [clips], media: "attachment" as const };
    expect(await rig.current.finish(await begin(target(), input))).toBe("done");
    const [first, second, third] = written();
    expect(first).toMatchObject({ "Clip file": [{ file_token: expect.stringMatching(/^box/) }] });
    expect(second?.["Clip file"]).toHaveLength(1);
    expect(third).toMatchObject({ "Clip file": null, Clip: { link: expect.stringContaining("/asset/download?id=") } });
    const table_id = [...base.tables.keys()][0] ?? "";
    expect(await rig.current.finish(await begin(target({ table_id }), input))).toBe("done");
    expect([rig.current.server.counts.uploads - before, written().length]).toEqual([2, 3]);
    expect(written()[0]?.["Clip file"]).toEqual(first?.["Clip file"]);
  });

  it("that is closed to the app ends the export with the reason", async () => {
    fresh();
    base.isShared = false;
    const id = await begin(target());
    await expect(rig.current.step(id)).rejects.toMatchObject({
      code: "not_allowed",
      message: expect.stringContaining("resume"),
    });
  });
});

/** Creates the table and crashes before the reply arrives. */
const killedAfter =
  ({ lark }: RunExportDeps) =>
  async (...args: Parameters<NonNullable<RunExportDeps["lark"]>["createTable"]>): Promise<string> => {
    await lark?.createTable(...args);
    throw new Error("killed");
  };
