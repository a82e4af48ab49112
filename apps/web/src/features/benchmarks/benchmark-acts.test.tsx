import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aBenchmark, aPerformer, aRow, TASK_ID } from "./testing/a-benchmark.ts";
import { named, openBenchmark, stateReply } from "./testing/open-benchmark.ts";

const dialog = (): Promise<HTMLElement> => screen.findByRole("dialog");

const DRY_RUN = {
  calls: 6,
  cost: { amount_micros: 300_000, currency: "USD" },
  unpriced_calls: 0,
  reusable: 2,
  by_column: [{ col: 0, label: "Model 1", calls: 3, cost: { amount_micros: 150_000, currency: "USD" } }],
  faults: [],
  more_faults: 0,
  seconds_estimate: 65,
};

it("the benchmark screen shows a dry run with cost and reuse before it generates", async () => {
  const { user, sent } = openBenchmark({
    task: { status: "Init" },
    answers: {
      "benchmarks.dryRun": () => ({ reply: DRY_RUN }),
      "benchmarks.generateData": () => stateReply({ status: "Generating" }),
    },
  });
  await user.click(await screen.findByRole("button", { name: "Generate…" }));
  const box = await dialog();
  expect(await within(box).findByText("≈ $0.30")).toBeTruthy();
  expect(within(box).getByText("1 m 05 s")).toBeTruthy();
  await user.click(within(box).getByRole("checkbox", { name: /Reuse 2 clips/ }));
  await user.click(within(box).getByRole("button", { name: "Generate 6 clips" }));
  await waitFor(() =>
    expect(named(sent, "generateData")[0]?.body).toEqual({ takes_reusable: true, expect_revision: 7 }),
  );
});

it("the benchmark screen names what prevents generation and does not generate", async () => {
  const { user } = openBenchmark({
    task: { status: "Init" },
    answers: {
      "benchmarks.dryRun": () => ({
        reply: { ...DRY_RUN, faults: [{ row: 2, col: 1, message: "seconds: use 20 or less" }], more_faults: 4 },
      }),
    },
  });
  await user.click(await screen.findByRole("button", { name: "Generate…" }));
  const box = await dialog();
  expect(await within(box).findByText("5 errors to fix first")).toBeTruthy();
  expect(within(box).getByText("Row 3, Model 2")).toBeTruthy();
  expect(
    within(box)
      .getByRole("button", { name: /^Generate/ })
      .hasAttribute("disabled"),
  ).toBe(true);
});

it("the benchmark screen regenerates a cell with a typed seed, a reason and one key", async () => {
  const { user, sent } = openBenchmark({
    at: "&cell=1.0",
    answers: { "benchmarks.regenerateData": () => stateReply() },
  });
  await screen.findByRole("grid");
  await user.keyboard("r");
  const box = await dialog();
  await user.click(within(box).getByRole("radio", { name: "Custom seed" }));
  const seed = within(box).getByRole("spinbutton", { name: "Seed value" });
  await user.clear(seed);
  await user.type(seed, "77");
  await user.click(within(box).getByRole("button", { name: "Regenerate cell" }));
  expect(await within(box).findByText("Enter a reason.")).toBeTruthy();
  await user.type(within(box).getByLabelText("Reason"), "blurred");
  await user.click(within(box).getByRole("button", { name: "Regenerate cell" }));
  await waitFor(() => expect(named(sent, "regenerateData")).toHaveLength(1));
  const [call] = named(sent, "regenerateData");
  expect(call?.url.pathname).toBe(`/api_v1/task/benchmark/regenerate_data/${TASK_ID}/1/0`);
  expect(call?.body).toMatchObject({
    sample: 0,
    expect_revision: 7,
    seed: { mode: "value", value: 77 },
    reason: "blurred",
    confirms_stale: false,
  });
});

it("the benchmark screen excludes a cell by its shortcut and pins an attempt, each with a reason", async () => {
  const { user, sent } = openBenchmark({
    at: "&cell=0.0&panel=open",
    answers: { "benchmarks.excludeCell": () => stateReply(), "benchmarks.pinAttempt": () => stateReply() },
  });
  const panel = await screen.findByRole("complementary", { name: "Selected cell" });
  await user.click(await within(panel).findByRole("button", { name: "Pin attempt" }));
  const pin = await dialog();
  await user.type(within(pin).getByLabelText("Reason"), "steadier");
  await user.click(within(pin).getByRole("button", { name: "Pin attempt 2" }));
  await waitFor(() => expect(named(sent, "pinAttempt")[0]?.body).toMatchObject({ reason: "steadier", sample: 0 }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.keyboard("x");
  const exclude = await dialog();
  await user.type(within(exclude).getByLabelText("Reason"), "wrong prompt");
  await user.click(within(exclude).getByRole("button", { name: "Exclude cell" }));
  await waitFor(() =>
    expect(named(sent, "excludeCell")[0]?.body).toEqual({ sample: 0, is_excluded: true, reason: "wrong prompt" }),
  );
});

it("the benchmark screen excludes a row with a reason, and shows and includes one that is excluded", async () => {
  const excluded = aRow(1, { is_excluded: true, excluded_reason: "off topic" });
  const { user, sent } = openBenchmark({
    answers: {
      "benchmarks.listRows": () => ({ reply: { items: [aRow(0), excluded, aRow(2)], total: 3 } }),
      "benchmarks.excludeRows": () => stateReply(),
    },
  });
  await user.click(await screen.findByRole("button", { name: "Exclude row 1" }));
  const exclude = await dialog();
  await user.type(within(exclude).getByLabelText("Reason"), "wrong prompt");
  await user.click(within(exclude).getByRole("button", { name: "Exclude row" }));
  await waitFor(() =>
    expect(named(sent, "excludeRows")[0]?.body).toEqual({
      row_ids: [aRow(0).id],
      is_excluded: true,
      reason: "wrong prompt",
      expect_revision: 7,
    }),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByTitle("off topic").textContent).toBe("Excluded");
  await user.click(screen.getByRole("button", { name: "Prompt number 2" }));
  const row = await dialog();
  expect(within(row).getByText("off topic")).toBeTruthy();
  await user.click(within(row).getByRole("button", { name: "Include row again" }));
  const include = await screen.findByRole("dialog", { name: "Include row 2 again?" });
  await user.type(within(include).getByLabelText("Reason"), "looked again");
  await user.click(within(include).getByRole("button", { name: "Include row again" }));
  await waitFor(() => expect(named(sent, "excludeRows")[1]?.body).toMatchObject({ is_excluded: false }));
});

it("the benchmark screen retries what failed, and leads on to where the evaluation is planned and started", async () => {
  const { user, sent } = openBenchmark({
    answers: {
      "benchmarks.retryFailed": () => stateReply(),
    },
  });
  await user.click(await screen.findByRole("button", { name: "Retry 1 failed" }));
  const retry = await dialog();
  await user.type(within(retry).getByLabelText("Reason"), "the provider was down");
  await user.click(within(retry).getByRole("button", { name: "Retry 1 cell" }));
  await waitFor(() => expect(named(sent, "retryFailed")[0]?.body).toMatchObject({ reason: "the provider was down" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const start = screen.getByRole("link", { name: "Start evaluation" });
  expect(start.getAttribute("href")).toContain(`/task-benchmark?task=${TASK_ID}&tab=judging`);
});

it("the benchmark screen adds a column with the parameters of its performer", async () => {
  const { user, sent } = openBenchmark({
    task: { status: "Init", row_keys: ["prompt"] },
    answers: { "benchmarks.addColumn": () => ({ reply: aBenchmark({ status: "Init", revision: 8 }) }) },
  });
  await user.click(await screen.findByRole("button", { name: "Add column" }));
  const box = await dialog();
  await user.click(await within(box).findByRole("combobox", { name: "Performer" }));
  await user.click(await screen.findByTitle("Reference"));
  expect(await within(box).findByText(/Set by the rows or the seed policy: prompt, seed/)).toBeTruthy();
  await user.type(within(box).getByLabelText("Seconds · optional"), "8");
  await user.type(within(box).getByLabelText("Label · optional"), "Eight");
  await user.click(within(box).getByRole("button", { name: "Add column" }));
  await waitFor(() =>
    expect(named(sent, "addColumn")[0]?.body).toEqual({
      label: "Eight",
      performer_id: aPerformer().id,
      params: { seconds: 8 },
      is_baseline: false,
      expect_revision: 7,
    }),
  );
});

it("the benchmark screen imports pasted prompts after a look at what would come", async () => {
  const checked = (isDryRun: boolean) => ({
    reply: {
      rows: 2,
      preview: [{ label: "", inputs: { prompt: "a fox" }, category: "", weight: 1 }],
      keys: ["prompt"],
      faults: [],
      more_faults: 0,
      repeated: 1,
      repeated_rows: [{ line: 3, inputs: { prompt: "a fox" }, same_as_line: 1 }],
      state: isDryRun ? null : stateReply().reply,
    },
  });
  const { user, sent } = openBenchmark({
    task: { status: "Init" },
    answers: { "benchmarks.importRows": ({ body }) => checked((body as { is_dry_run: boolean }).is_dry_run) },
  });
  await user.click(await screen.findByRole("button", { name: "Import prompts" }));
  const box = await dialog();
  await user.type(within(box).getByLabelText("Or paste text"), "a fox{Enter}a boat");
  await user.click(within(box).getByRole("button", { name: "Check rows" }));
  expect(await within(box).findByText("2 rows will be added.")).toBeTruthy();
  expect(within(box).getByRole("cell", { name: "a fox" })).toBeTruthy();
  expect(within(box).getByRole("region", { name: "Repeated rows" }).textContent).toContain(
    "Line 3 a fox is the same as Line 1",
  );
  await user.click(within(box).getByRole("checkbox", { name: "Leave out 1 repeated row" }));
  await waitFor(() => expect(named(sent, "importRows")).toHaveLength(2));
  await user.click(within(box).getByRole("button", { name: "Import 2 rows" }));
  await waitFor(() => expect(named(sent, "importRows")).toHaveLength(3));
  expect(named(sent, "importRows").map(({ body }) => body)).toMatchObject([
    { format: "lines", is_dry_run: true, skips_repeated: true },
    { is_dry_run: true, skips_repeated: false },
    { is_dry_run: false, skips_repeated: false },
  ]);
});

it("the benchmark screen gathers two cells with a key and opens the player at an address of its own", async () => {
  const { user, router } = openBenchmark({ at: "&cell=0.0" });
  await screen.findByRole("grid");
  await user.keyboard("c");
  expect(await screen.findByText("select at least two")).toBeTruthy();
  await user.keyboard("lc");
  await user.click(await screen.findByRole("button", { name: "Compare cells" }));
  expect(new URLSearchParams(router.state.location.search).get("compare")).toBe("0.0,0.1");
  expect(await screen.findByRole("dialog", { name: "Compare clips" })).toBeTruthy();
});
