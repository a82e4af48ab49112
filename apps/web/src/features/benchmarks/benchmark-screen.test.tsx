import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { aBenchmark, aCell, aColumn } from "./testing/a-benchmark.ts";
import { named, openBenchmark } from "./testing/open-benchmark.ts";

const grid = (): Promise<HTMLElement> => screen.findByRole("grid", { name: "Grid of Night drive" });

it("the benchmark screen draws prompts, performers, cells with their marks, and the figures", async () => {
  openBenchmark({
    cellAt: (row, col) => {
      if (row === 0 && col === 1) {
        return aCell(row, col, {
          status: "Failed",
          clip: null,
          cost: null,
          seed_used: null,
          error: { code: "refused", message: "the prompt was refused", is_retryable: false },
        });
      }
      if (row === 1 && col === 0) {
        return aCell(row, col, {
          attempt_count: 3,
          is_pinned: true,
          warnings: [{ field: "seconds", asked: "5 s", got: "4.04 s" }],
        });
      }
      return aCell(row, col);
    },
  });
  const list = await grid();
  expect(await within(list).findByText("Prompt number 1")).toBeTruthy();
  expect(within(list).getByRole("columnheader", { name: /Model 2/ })).toBeTruthy();
  expect(await within(list).findByText("the prompt was refused")).toBeTruthy();
  const marked = within(list).getByRole("gridcell", { name: /^Row 2, Model 1/ });
  expect(marked.textContent).toContain("Duration: requested 5 s, got 4.04 s");
  expect(marked.textContent).toContain("3 attempts");
  expect(within(marked).getByText("↻3")).toBeTruthy();
  expect(screen.getByText("5 of 6 ready, 1 failed")).toBeTruthy();
  expect(screen.getByText("$0.25")).toBeTruthy();
  expect(screen.getByText("$0.30")).toBeTruthy();
});

it("the benchmark screen keeps a thousand rows and twenty columns out of the document", async () => {
  const { sent } = openBenchmark({
    task: {
      rows: 1000,
      columns: 20,
      columns_list: Array.from({ length: 20 }, (_, index) => aColumn(index)),
      progress: { ...aBenchmark().progress, total: 20_000, succeeded: 20_000, failed: 0 } as never,
    },
  });
  const list = await grid();
  await within(list).findByText("Prompt number 1");
  await waitFor(() => expect(list.querySelectorAll("img").length).toBeGreaterThan(0));
  expect(within(list).getAllByRole("gridcell").length).toBeLessThan(200);
  expect(list.getAttribute("aria-rowcount")).toBe("1001");
  expect(named(sent, "listCells").map(({ url }) => url.searchParams.get("row_to"))).toEqual(["9", "19"]);
});

it("the benchmark screen moves by letters and arrows, opens the panel with Enter, and keeps the place in the address", async () => {
  const { user, router } = openBenchmark();
  const list = await grid();
  await within(list).findByText("Prompt number 1");
  await user.keyboard("jjlk");
  expect(document.activeElement).toBe(list);
  await user.keyboard("{Enter}");
  const panel = await screen.findByRole("complementary", { name: "Selected cell" });
  expect(within(panel).getByRole("heading", { name: /Model 2/ })).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toContain("cell=0.1"));
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(router.state.location.search).toContain("cell=1.1"));
  expect(router.state.location.search).toContain("panel=open");
  expect(await within(panel).findByText("Changed since attempt 1")).toBeTruthy();
});

it("the benchmark screen shows several samples in one cell and walks through them", async () => {
  const { user } = openBenchmark({
    task: { samples_per_cell: 2, progress: { ...aBenchmark().progress, total: 12 } as never },
    cellAt: (row, col) => aCell(row, col),
  });
  const list = await grid();
  await within(list).findByText("Prompt number 1");
  await user.keyboard("jll");
  expect(list.querySelector("[data-active]")?.getAttribute("data-cell")).toBe("0.1");
  expect((await within(list).findAllByText("1 of 2")).length).toBeGreaterThan(0);
});

it("the benchmark screen guides from an empty benchmark to its first prompt and column", async () => {
  openBenchmark({ task: { status: "Init", rows: 0, columns: 0, columns_list: [], row_keys: [], progress: null } });
  expect(await screen.findByText("Set up the grid")).toBeTruthy();
  const steps = screen.getByRole("list", { name: "Two steps" });
  expect(within(steps).getByRole("button", { name: "Add prompt" })).toBeTruthy();
  expect(within(steps).getByRole("button", { name: "Add column" })).toBeTruthy();
});

it("the benchmark screen says when it is gone, when it failed, and when part of the grid failed", async () => {
  const gone = openBenchmark({
    answers: { "benchmarks.getBenchmark": () => ({ refuse: 404, code: "not_found", detail: "no such task" }) },
  });
  expect(await screen.findByText("Benchmark not found")).toBeTruthy();
  gone.unmount();
  const failed = openBenchmark({
    answers: { "benchmarks.getBenchmark": () => ({ refuse: 500, detail: "no answer" }) },
  });
  expect(await screen.findByText("The benchmark could not be loaded")).toBeTruthy();
  failed.unmount();
  openBenchmark({ answers: { "benchmarks.listCells": () => ({ refuse: 500, detail: "no cells" }) } });
  expect(await screen.findByText("Part of the grid could not be loaded")).toBeTruthy();
});

it("the benchmark screen offers nothing to change to a reader who is neither owner nor member", async () => {
  openBenchmark({ task: { is_mine: false }, at: "&cell=0.0&panel=open" });
  const panel = await screen.findByRole("complementary", { name: "Selected cell" });
  await within(panel).findByText("Attempt 2");
  expect(screen.getByText("Only the owner and members can change this benchmark.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Regenerate" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Add column" })).toBeNull();
  expect(screen.queryByRole("link", { name: "Start evaluation" })).toBeNull();
});

it("the benchmark screen lists the benchmarks when the address names none", async () => {
  fakeApi({
    "auth.me": () => ({ reply: aUser({ permissions: ["USE_VERSION_1_0"] }) }),
    "tasks.listTasks": () => ({ reply: { items: [aBenchmark()], total: 1 } }),
  });
  renderConsole("/task-generate");
  const link = await screen.findByRole("link", { name: /Night drive/ });
  expect(link.getAttribute("href")).toContain(`task=${aBenchmark().id}`);
});

it("the benchmark screen tells a judge of the task that it is hidden, and leads to the judging", async () => {
  openBenchmark({
    answers: {
      "benchmarks.getBenchmark": () => ({ refuse: 403, code: "not_allowed", detail: "you judge clips of this task" }),
    },
  });
  expect(await screen.findByText("Hidden while you judge")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Judge clips" }).getAttribute("href")).toContain("/evaluating?task=");
});
