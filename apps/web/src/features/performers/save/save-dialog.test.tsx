import type { BenchmarkDetail, TaskItem } from "@dailies/contract";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { aCall, aPerformer } from "../testing/a-call.ts";
import { bodiesOf, openPerformers } from "../testing/fake-performers.ts";

const PATH = "/performer-playground";
const counts = { total: 3, waiting: 0, queued: 0, running: 0, succeeded: 3, failed: 0, cancelled: 0, excluded: 0 };

const aTask = (overrides: Partial<TaskItem> = {}): TaskItem => ({
  id: "0198c0de-0004-7000-8000-000000000001",
  kind: "Benchmark",
  name: "Night drive",
  description: "",
  tags: [],
  status: "Generating",
  owner: "mei",
  owner_id: "0198c0de-0005-7000-8000-000000000001",
  is_mine: true,
  rows: 3,
  columns: 1,
  progress: counts,
  spend: null,
  votes: null,
  revision: 7,
  archived_at: null,
  created_at: "2026-11-14T08:00:00Z",
  updated_at: "2026-11-14T08:00:00Z",
  ...overrides,
});

const aBenchmark = (task: TaskItem): BenchmarkDetail => ({
  ...task,
  members: [],
  settings: {},
  samples_per_cell: 2,
  seed_policy: "per_cell",
  seeds: [],
  attempt_policy: "first_success",
  concurrency: 4,
  currency: "USD",
  budget: null,
  template_id: null,
  evaluation: { mode: "rating", judges_per_item: 3, aggregation: "All", gold_rate: 0, repeat_rate: 0 },
  columns_list: [],
  row_keys: ["prompt"],
  excluded_rows: 0,
  pace: null,
  next_poll_after_ms: 1_000,
});

const open = (tasks: TaskItem[], refuses = false) =>
  openPerformers(PATH, {
    performers: [aPerformer(1)],
    calls: [aCall(5)],
    others: {
      "tasks.listTasks": () => ({ reply: { items: tasks, total: tasks.length } }),
      "benchmarks.getBenchmark": () => ({ reply: aBenchmark(aTask()) }),
      "benchmarks.addColumn": () =>
        refuses
          ? { refuse: 409, code: "conflict", detail: "somebody else changed this benchmark" }
          : { reply: aBenchmark(aTask()) },
      "benchmarks.addRows": () => ({
        reply: {
          status: "Generating",
          revision: 8,
          progress: counts,
          spend: {
            currency: "USD",
            actual_micros: 0,
            reserved_micros: 0,
            estimated_micros: 0,
            budget_micros: null,
            is_budget_hard: false,
          },
        },
      }),
    },
  });

const choose = async ({ user }: ReturnType<typeof open>, act: string): Promise<void> => {
  await user.click(await screen.findByRole("button", { name: /^Actions for/ }));
  await user.click(await screen.findByRole("menuitem", { name: act }));
};

it("the save dialog saves how a call was made as a column, and says that its cells begin at once", async () => {
  const console_ = open([aTask(), aTask({ id: "0198c0de-0004-7000-8000-000000000002", status: "Finished" })]);
  await choose(console_, "Save as column…");
  expect(await screen.findByText("The benchmark is generating. 6 calls start immediately.")).toBeDefined();
  await console_.user.click(screen.getByRole("button", { name: "Add column" }));
  await waitFor(() => expect(bodiesOf(console_.sent, "benchmarks.addColumn")).toHaveLength(1));
  expect(bodiesOf(console_.sent, "benchmarks.addColumn")[0]).toEqual({
    expect_revision: 7,
    label: "Performer 1",
    performer_id: aPerformer(1).id,
    params: {},
  });
});

it("the save dialog saves what was asked as a row", async () => {
  const console_ = open([aTask({ status: "Init" })]);
  await choose(console_, "Save as row…");
  await console_.user.click(await screen.findByRole("button", { name: "Add row" }));
  await waitFor(() => expect(bodiesOf(console_.sent, "benchmarks.addRows")).toHaveLength(1));
  const { title } = aCall(5);
  expect(bodiesOf(console_.sent, "benchmarks.addRows")[0]).toEqual({
    expect_revision: 7,
    rows: [{ label: title, inputs: { prompt: title } }],
  });
});

it("the save dialog stays open with the reason when somebody else was faster", async () => {
  const console_ = open([aTask()], true);
  await choose(console_, "Save as column…");
  await console_.user.click(await screen.findByRole("button", { name: "Add column" }));
  const words = await screen.findAllByText("somebody else changed this benchmark");
  expect(words.some((each) => each.closest(".ds-error"))).toBe(true);
});

it("the save dialog says where benchmarks come from when there is none to save into", async () => {
  const console_ = open([]);
  await choose(console_, "Save as row…");
  expect(await screen.findByText("No benchmark available")).toBeDefined();
});
