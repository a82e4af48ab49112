import type { DatasetDetail, PerformerInput, RowImport } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aPerformer, aRow, idOf } from "../testing/a-benchmark.ts";
import { named, openBenchmark } from "../testing/open-benchmark.ts";

const AT = "2026-01-02T03:04:05Z";

const DATASET: DatasetDetail = {
  id: idOf(300),
  name: "Animals",
  description: "",
  kind: "MDS",
  layout: "plain",
  uri: "s3://data/animals/",
  profile_id: idOf(302),
  profile_name: "Own store",
  status: "Ready",
  tags: [],
  version: 2,
  items: 40,
  duration_s: 200,
  bytes: 1_000,
  faults: 0,
  health: { state: "ok", reason: null, missing_media_share: 0, checked_at: AT },
  run: null,
  strip: [],
  is_pinned: false,
  owner: "mei",
  is_mine: true,
  revision: 1,
  created_at: AT,
  updated_at: AT,
  columns: [
    { name: "text", type: "text", encoding: "str", role: null, is_indexed: true },
    { name: "score", type: "number", encoding: "float64", role: "score", is_indexed: true },
  ],
  versions: [],
  column_sets: [],
};

const VIEW = {
  id: idOf(301),
  dataset_id: idOf(300),
  name: "Foxes",
  version: 2,
  filters: [{ field: "score", op: "gt", value: 3 }],
  where: "",
  q: "fox",
  order_by: "",
  seed: 9,
  items: 40,
  created_by: "mei",
  created_at: AT,
};
const item = (ordinal: number, text: string | null) => ({
  ordinal,
  key: `k${ordinal}`,
  media: null,
  caption: null,
  duration_s: null,
  width: null,
  height: null,
  fps: null,
  frames: null,
  codec: null,
  fault: null,
  values: { text },
});
const STATS = { version: 2, scanned: 40, total_exact: true, partial: false, timed_out: false, took_ms: 1 };
const IMPORT: RowImport = {
  id: idOf(400),
  dataset_id: idOf(300),
  dataset_name: "Animals",
  version: 2,
  status: "Waiting",
  items_done: 0,
  items_total: null,
  rows_added: 0,
  rows_repeated: 0,
  left_out: [],
  error: null,
  created_by: "mei",
  created_at: AT,
  finished_at: null,
};
const IMAGE: PerformerInput = {
  key: "input_reference",
  label: "First frame",
  spec: { type: "text" },
  is_required: false,
  role: "image",
};
const PERFORMER = aPerformer();
const ANSWERS = {
  "datasets.listDatasets": () => ({ reply: { items: [DATASET], total: 1 } }),
  "datasets.getDataset": () => ({ reply: DATASET }),
  "datasets.listViews": () => ({ reply: { items: [VIEW], total: 1 } }),
  "datasets.sampleItems": () => ({
    reply: { items: [item(4, "a fox"), item(1, null)], total: 40, seed: 9, strategy: "random", ...STATS },
  }),
  "benchmarks.importDatasetRows": () => ({ reply: IMPORT }),
  "performers.listPerformers": () => ({
    reply: { items: [{ ...PERFORMER, input_schema: [...PERFORMER.input_schema, IMAGE] }], total: 1 },
  }),
};

it("the benchmark screen previews a seeded sample of a dataset view and starts its import with first frames", async () => {
  const { user, sent } = openBenchmark({ task: { status: "Init" }, answers: ANSWERS });
  await user.click(await screen.findByRole("button", { name: "Import prompts" }));
  const box = await screen.findByRole("dialog");
  await user.click(within(box).getByRole("radio", { name: "Dataset view" }));
  const choose = async (label: string, option: string): Promise<void> => {
    await user.click(await within(box).findByRole("combobox", { name: label }));
    await user.click(await screen.findByTitle(option));
  };
  await choose("Dataset", "Animals");
  await choose("View", "Foxes · version 2 · 40 items");
  await choose("Prompt", "Column text");
  await user.click(within(box).getByRole("button", { name: "Check rows" }));
  expect(await within(box).findByText("First frame of k4")).toBeTruthy();
  expect(within(box).getByText("No text: makes no row")).toBeTruthy();
  const drawn = sent.find(({ name }) => name === "datasets.sampleItems");
  expect(Object.fromEntries(drawn?.url.searchParams ?? [])).toEqual({
    count: "5",
    seed: "9",
    where: "score > 3",
    q: "fox",
    version: "2",
  });
  await user.click(within(box).getByRole("button", { name: "Import 40 rows" }));
  await waitFor(() => expect(named(sent, "importDatasetRows")).toHaveLength(1));
  expect(named(sent, "importDatasetRows")[0]?.body).toMatchObject({
    dataset_id: idOf(300),
    version: 2,
    where: "score > 3",
    q: "fox",
    seed: 9,
    count: 50,
    mapping: { inputs: { prompt: { from: "column", column: "text" }, input_reference: { from: "first_frame" } } },
    skips_repeated: true,
  });
});

it("an address from the dataset browser opens the import with its dataset, version, filter and seed", async () => {
  const at = `&import=dataset&dataset=${idOf(300)}&version=1&where=score+%3E+2&seed=7`;
  const { user, sent } = openBenchmark({ task: { status: "Init" }, answers: ANSWERS, at });
  const box = await screen.findByRole("dialog");
  expect(await within(box).findByText("Animals")).toBeTruthy();
  expect(within(box).getByText("Filter of the dataset browser · version 1 · score > 2")).toBeTruthy();
  expect(within(box).getByRole("spinbutton", { name: "Seed" })).toHaveProperty("value", "7");
  await user.click(await within(box).findByRole("combobox", { name: "Prompt" }));
  await user.click(await screen.findByTitle("Column text"));
  await user.click(within(box).getByRole("button", { name: "Check rows" }));
  await within(box).findByText("First frame of k4");
  const drawn = sent.find(({ name }) => name === "datasets.sampleItems");
  expect(drawn?.url.searchParams.get("where")).toBe("score > 2");
  expect(drawn?.url.searchParams.get("version")).toBe("1");
});

it("a benchmark without a performer says that only prompts can be filled, and offers to add one", async () => {
  const at = `&import=dataset&dataset=${idOf(300)}&version=1&seed=7`;
  const { user } = openBenchmark({ task: { status: "Init", columns_list: [], columns: 0 }, answers: ANSWERS, at });
  const box = await screen.findByRole("dialog");
  expect(await within(box).findByText(/only prompts can be filled/)).toBeTruthy();
  expect(within(box).queryByRole("combobox", { name: /First frame/ })).toBeNull();
  await user.click(within(box).getByRole("button", { name: "Add column" }));
  expect(await screen.findByRole("dialog", { name: "Add column" })).toBeTruthy();
});

const withImports = (job: Partial<RowImport>) => ({
  "benchmarks.listRowImports": () => ({ reply: { items: [{ ...IMPORT, ...job }], total: 1 } }),
});

it("an import shows how many items were read, and can be cancelled", async () => {
  const { user, sent } = openBenchmark({
    task: { status: "Init" },
    answers: {
      ...withImports({ status: "Running", items_done: 12, items_total: 40 }),
      "benchmarks.cancelRowImport": () => ({ reply: { ...IMPORT, status: "Cancelled", finished_at: AT } }),
    },
  });
  const bar = await screen.findByRole("progressbar", { name: "Importing rows from Animals" });
  expect([bar.getAttribute("aria-valuenow"), bar.getAttribute("aria-valuemax")]).toEqual(["12", "40"]);
  await user.click(screen.getByRole("button", { name: "Cancel Importing rows from Animals" }));
  await waitFor(() => expect(named(sent, "cancelRowImport")[0]?.url.pathname).toMatch(new RegExp(`${IMPORT.id}$`)));
});

it("the outcome of an import names the items that were left out, until it is dismissed", async () => {
  const left_out = [{ reason: "the file is damaged or incomplete", items: 7, keys: ["k3", "k9"] }];
  const { user } = openBenchmark({
    task: { status: "Init" },
    answers: withImports({
      status: "Finished",
      rows_added: 33,
      rows_repeated: 1,
      left_out,
      finished_at: new Date().toISOString(),
    }),
  });
  const note = await screen.findByRole("region", { name: "Import from Animals" });
  expect(note.textContent).toContain("33 rows imported from Animals.");
  expect(note.textContent).toContain("1 row was left out because the benchmark has it already.");
  expect(note.textContent).toContain("7 items left out: the file is damaged or incomplete. k3, k9, …");
  await user.click(within(note).getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("region", { name: "Import from Animals" })).toBeNull();
});

it("a failed import says why, and that it added no row", async () => {
  const error = "this does not fit: you use 2 TiB of 2 TiB";
  const finished_at = new Date().toISOString();
  openBenchmark({ task: { status: "Init" }, answers: withImports({ status: "Failed", error, finished_at }) });
  const note = await screen.findByRole("region", { name: "Import from Animals" });
  expect(note.textContent).toContain(`The import from Animals failed and added no row: ${error}`);
});

it("the first frame of a row is shown beside its prompt", async () => {
  openBenchmark({
    answers: {
      "benchmarks.listRows": () => ({
        reply: { items: [aRow(0, { posters: { input_reference: "https://media.test/frame.webp" } })], total: 3 },
      }),
    },
  });
  const picture = await screen.findByRole("img", { name: "input_reference of row 1" });
  expect(picture.getAttribute("src")).toBe("https://media.test/frame.webp");
});
