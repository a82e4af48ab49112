import type { AttemptItem, GridCell } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aBenchmark, type OpenBenchmark, settleCells } from "../../../testing/builders/a-benchmark.ts";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aPricedPerformer } from "../../../testing/builders/a-priced-performer.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";

const app = runApp();
let rita: Caller;
let performerId: string;

beforeAll(async () => {
  rita = await aCaller(app.current, { permissions: ["USE_VERSION_1_0"] });
  performerId = (await aPricedPerformer(app.current.db)).id;
});

const generated = async (prompts: readonly string[] = ["a", "b"]): Promise<OpenBenchmark> => {
  const benchmark = await aBenchmark(rita, { prompts, performerIds: [performerId] });
  await benchmark.generate();
  return benchmark;
};

const cellOf = async (benchmark: OpenBenchmark, row: number): Promise<{ cell: GridCell; attempts: AttemptItem[] }> => {
  const { status, body } = await benchmark.get("cell", `/${row}/0`);
  expect(status).toBe(200);
  return body as unknown as { cell: GridCell; attempts: AttemptItem[] };
};

describe("reading the grid", () => {
  it("gives a window with addresses, and refuses one that is too large", async () => {
    const benchmark = await generated(["a", "b", "c"]);
    await settleCells(app.current.db, benchmark.id, "Succeeded", [{ row: 1, col: 0 }]);
    const { body } = await benchmark.get("cells", "?row_from=1&row_to=2");
    const cells = body.cells as GridCell[];
    expect(cells.map(({ row, status }) => [row, status])).toEqual([
      [1, "Succeeded"],
      [2, "Queued"],
    ]);
    expect(cells[0]).toMatchObject({ cost: { amount_micros: 40_000, currency: "USD" }, took_s: 2 });
    expect(cells[0]?.clip?.media_url).toMatch(/^http.*X-Amz-Signature=/);
    expect((await benchmark.get("cells", "?row_from=9&row_to=99")).body.cells).toEqual([]);
    const large = await aBenchmark(rita, { prompts: Array.from({ length: 401 }, (_, n) => `p${n}`), samples: 20 });
    await large.change("add_column", { performer_id: performerId, params: {} });
    expect((await large.get("cells", "?row_from=0&row_to=199")).status).toBe(200);
    expect((await large.get("cells", "?row_from=0&row_to=400")).status).toBe(422);
  });

  it("shows a cell that nobody asked for as waiting", async () => {
    const benchmark = await aBenchmark(rita, { prompts: ["a"], performerIds: [performerId] });
    expect(await cellOf(benchmark, 0)).toMatchObject({ cell: { status: "Waiting" }, attempts: [] });
    expect((await benchmark.get("cell", "/1/0")).status).toBe(422);
  });

  it("tells the pace, the re-rolls and when to look again", async () => {
    const benchmark = await generated();
    await settleCells(app.current.db, benchmark.id, "Succeeded", [{ row: 0, col: 0 }]);
    await benchmark.regenerate(0, 0);
    const detail = await benchmark.detail();
    expect(detail.columns_list[0]?.reroll_rate).toBe(0.5);
    expect(detail.pace?.median_s).toBe(2);
    expect(detail).toMatchObject({ row_keys: ["prompt"], next_poll_after_ms: 3_000 });
  });

  it("refreshes the calls at most once in three seconds for all readers", async () => {
    const benchmark = await generated();
    const refresh = () => benchmark.post("refresh_generate_status", undefined);
    const answers = await Promise.all([refresh(), refresh()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toMatchObject({ status: "Generating", progress: { queued: 2 }, stalled: [] });
    expect((await cellOf(benchmark, 0)).attempts).toHaveLength(1);
  });
});
