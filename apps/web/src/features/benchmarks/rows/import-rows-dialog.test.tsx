import type { DatasetDetail } from "@dailies/contract";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { idOf } from "../testing/a-benchmark.ts";
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
};

const CHECKED = {
  rows: 1,
  preview: [{ label: "", inputs: { prompt: "a fox" }, category: "", weight: 1 }],
  keys: ["prompt"],
  faults: [],
  more_faults: 0,
  repeated: 0,
  repeated_rows: [],
  state: null,
};

it("the benchmark screen imports a seeded sample of a dataset view, and counts what has no prompt", async () => {
  const view = {
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
  const stats = { version: 2, scanned: 40, total_exact: true, partial: false, timed_out: false, took_ms: 1 };
  const { user, sent } = openBenchmark({
    task: { status: "Init" },
    answers: {
      "datasets.listDatasets": () => ({ reply: { items: [DATASET], total: 1 } }),
      "datasets.getDataset": () => ({ reply: DATASET }),
      "datasets.listViews": () => ({ reply: { items: [view], total: 1 } }),
      "datasets.sampleItems": () => ({
        reply: {
          items: [item(4, "a fox"), item(1, null)],
          total: 40,
          seed: 9,
          strategy: "random",
          ...stats,
        },
      }),
      "benchmarks.importRows": () => ({ reply: CHECKED }),
    },
  });
  await user.click(await screen.findByRole("button", { name: "Import prompts" }));
  const box = await screen.findByRole("dialog");
  await user.click(within(box).getByRole("radio", { name: "Dataset view" }));
  const choose = async (label: string, option: string): Promise<void> => {
    await user.click(await within(box).findByRole("combobox", { name: label }));
    await user.click(await screen.findByTitle(option));
  };
  await choose("Dataset", "Animals");
  await choose("View", "Foxes · version 2 · 40 items");
  await choose("Column of the prompt", "text");
  await user.click(within(box).getByRole("button", { name: "Check rows" }));
  expect(await within(box).findByText("1 sampled item has no text in this column and makes no row.")).toBeTruthy();
  const drawn = sent.find(({ name }) => name === "datasets.sampleItems");
  expect(Object.fromEntries(drawn?.url.searchParams ?? [])).toEqual({
    count: "50",
    seed: "9",
    where: "score > 3",
    q: "fox",
    version: "2",
  });
  expect(named(sent, "importRows")[0]?.body).toMatchObject({
    format: "jsonl",
    text: '{"prompt":"a fox","category":""}',
    is_dry_run: true,
    skips_repeated: true,
  });
});
