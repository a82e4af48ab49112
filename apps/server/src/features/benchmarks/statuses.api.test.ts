import { randomUUID } from "node:crypto";
import { GENERATION_STATUSES, type GenerationStatus } from "@dailies/contract";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aBenchmark, type OpenBenchmark, settleCells } from "../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aPricedPerformer } from "../../testing/builders/a-priced-performer.ts";
import { type Answer, runApp } from "../../testing/rigs/start-app.ts";

const app = runApp();
let rita: Caller;
let performerId: string;

beforeAll(async () => {
  rita = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  performerId = (await aPricedPerformer(app.current.db)).id;
});

const PATHS: Record<GenerationStatus, readonly GenerationStatus[]> = {
  Init: [],
  Generating: [],
  Benchmarking: ["Benchmarking"],
  Finished: ["Benchmarking", "Finished"],
};

/** A benchmark in this status, with one failed cell and one cell with a clip. */
const inStatus = async (status: GenerationStatus): Promise<OpenBenchmark> => {
  const benchmark = await aBenchmark(rita, { prompts: ["a", "b"], performerIds: [performerId] });
  if (status === "Init") return benchmark;
  await benchmark.generate();
  await settleCells(app.current.db, benchmark.id, "Succeeded", [{ row: 0, col: 0 }]);
  await settleCells(app.current.db, benchmark.id, "Failed", [{ row: 1, col: 0 }]);
  for (const next of PATHS[status])
    await app.current.db.updateTable("console_task").set({ status: next }).where("id", "=", benchmark.id).execute();
  return benchmark;
};

type RequestCase = (benchmark: OpenBenchmark) => Promise<Answer>;
const reason = "because";
const rowOf = async (benchmark: OpenBenchmark): Promise<string | undefined> =>
  ((await benchmark.get("rows")).body.items as { id: string }[])[0]?.id;
const columnOf = async (benchmark: OpenBenchmark): Promise<string | undefined> =>
  (await benchmark.detail()).columns_list[0]?.id;
const column = () => ({ performer_id: performerId, params: {} });

const ACTS: Record<string, RequestCase> = {
  "change the budget": (b) => b.change("update", { budget: null }),
  "change the samples": (b) => b.change("update", { samples_per_cell: 2 }),
  "change which attempt counts": (b) => b.change("update", { attempt_policy: "latest" }),
  "add rows": (b) => b.change("add_rows", { rows: [{ inputs: { prompt: "c" } }] }),
  "import rows": (b) => b.change("import_rows", { format: "lines", text: "c", is_dry_run: false }),
  "update a row": async (b) => b.change("update_row", { row_id: await rowOf(b), inputs: { prompt: "d" } }),
  "remove rows": async (b) => b.change("remove_rows", { row_ids: [await rowOf(b)] }),
  "exclude rows": async (b) => b.change("exclude_rows", { row_ids: [await rowOf(b)], is_excluded: true, reason }),
  "add a column": (b) => b.change("add_column", column()),
  "update a column": async (b) => b.change("update_column", { ...column(), column_id: await columnOf(b) }),
  "remove a column": async (b) => b.change("remove_column", { column_id: await columnOf(b) }),
  "dry run": (b) => b.post("dry_run", undefined),
  generate: (b) => b.post("generate_data", {}),
  refresh: (b) => b.post("refresh_generate_status", undefined),
  regenerate: (b) => b.regenerate(0, 0, { confirms_stale: true }),
  "retry failed": (b) => b.post("retry_failed", { reason, request_key: randomUUID() }),
  cancel: (b) => b.post("cancel", {}),
  exclude: (b) => b.post("exclude", { is_excluded: true, reason }, "/1/0"),
  pin: (b) => b.post("pin", { attempt_id: null, reason }, "/0/0"),
  reset: (b) => b.post("reset", undefined),
  "start evaluation": (b) => b.post("start_evaluation", undefined),
  "stop evaluation": (b) => b.post("stop_evaluation", undefined),
};

/** Written by hand from the product's table: Init, Generating, Benchmarking, Finished. */
const EXPECTED: Record<keyof typeof ACTS, readonly [number, number, number, number]> = {
  "change the budget": [200, 200, 200, 409],
  "change the samples": [200, 409, 409, 409],
  "change which attempt counts": [200, 200, 409, 409],
  "add rows": [200, 200, 409, 409],
  "import rows": [200, 200, 409, 409],
  "update a row": [200, 409, 409, 409],
  "remove rows": [200, 409, 409, 409],
  "exclude rows": [200, 200, 409, 409],
  "add a column": [200, 200, 409, 409],
  "update a column": [200, 409, 409, 409],
  "remove a column": [200, 409, 409, 409],
  "dry run": [200, 200, 200, 200],
  generate: [200, 200, 200, 200],
  refresh: [200, 200, 200, 200],
  regenerate: [409, 200, 200, 409],
  "retry failed": [409, 200, 409, 409],
  cancel: [409, 200, 200, 409],
  exclude: [409, 200, 409, 409],
  pin: [409, 200, 409, 409],
  // The benchmark already has a clip.
  reset: [409, 409, 409, 409],
  // One cell has failed, and no templates exist yet.
  "start evaluation": [409, 409, 409, 409],
  "stop evaluation": [409, 409, 200, 409],
};

describe("every act in every status", () => {
  it.each(Object.keys(ACTS))("answers '%s' as the table says", async (act) => {
    const answers = await Promise.all(
      GENERATION_STATUSES.map(async (status) => {
        const benchmark = await inStatus(status);
        const answer = await ACTS[act]?.(benchmark);
        if (answer?.status === 409) {
          expect(String(answer.body.detail).length).toBeGreaterThan(10);
          expect((await benchmark.detail()).status).toBe(status);
        }
        return answer?.status;
      }),
    );
    expect(answers).toEqual(EXPECTED[act]);
  });

  it("is held by the database too, whatever the code above believes", async () => {
    const allowed = new Set([
      "Init Generating",
      "Generating Benchmarking",
      "Generating Init",
      "Benchmarking Finished",
      "Benchmarking Generating",
      "Finished Benchmarking",
    ]);
    for (const from of GENERATION_STATUSES) {
      for (const to of GENERATION_STATUSES.filter((status) => status !== from)) {
        const { id } = await inStatus(from);
        const moved = sql`update console_task set status = ${to} where id = ${id}`.execute(app.current.db);
        if (allowed.has(`${from} ${to}`)) await moved;
        else await expect(moved).rejects.toThrow(`a benchmark does not go from ${from} to ${to}`);
      }
    }
  });
});

describe("the evaluation", () => {
  it("starts when every cell is decided and a template is there, and says what is missing until then", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a", "b"], performerIds: [performerId] });
    await benchmark.generate();
    const refusal = async () => {
      const { status, body } = await benchmark.post("start_evaluation", undefined);
      return [status, body.detail];
    };
    expect(await refusal()).toEqual([409, "2 of 2 cells are still under way"]);
    await settleCells(app.current.db, benchmark.id, "Succeeded", [{ row: 0, col: 0 }]);
    await settleCells(app.current.db, benchmark.id, "Failed", [{ row: 1, col: 0 }]);
    expect(await refusal()).toEqual([409, "1 of 2 cells have no clip: try them again or leave them out with a reason"]);
    await benchmark.post("exclude", { is_excluded: true, reason: "it refuses" }, "/1/0");
    expect(await refusal()).toEqual([409, "choose a dimension set first: it defines the questions for the judges"]);
    await benchmark.change("update", { template_id: randomUUID() });
    expect(await refusal()).toEqual([409, "the template of this benchmark does not exist"]);
  });

  it("asks before a clip under judgement is made again, and marks the cell stale", async () => {
    const benchmark = await inStatus("Benchmarking");
    expect((await benchmark.regenerate(0, 0)).body.detail).toMatch("confirm that you accept this");
    expect((await benchmark.regenerate(0, 0, { confirms_stale: true })).status).toBe(200);
    const { body } = await benchmark.get("cell", "/0/0");
    expect(body.cell).toMatchObject({ is_stale: true, status: "Queued" });
  });
});
