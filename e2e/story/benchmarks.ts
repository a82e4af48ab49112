import { expect, type Page } from "@playwright/test";
import { currentRun } from "../environment.ts";
import { callFrom } from "./call.ts";

const GENERATED_MS = 180_000;

const PROMPTS = [
  "A fox crosses fresh snow at dawn, its breath in the air",
  "A paper boat drifts down a rainy gutter past neon signs",
  "Two dancers turn in an empty ballroom [fault:wrong_length]",
  "A glass of milk falls and shatters [fault:refuse]",
];

const INPUTS = [
  { key: "prompt", label: "Prompt", role: "prompt", is_required: true, spec: { type: "text", is_multiline: true } },
  {
    ...{ key: "seconds", label: "Length", role: "seconds", default: 2, is_required: false },
    spec: { type: "number", min: 1, max: 20, unit: "s" },
  },
  {
    ...{ key: "size", label: "Size", role: "size", default: "320x180", is_required: false },
    spec: { type: "text", options: ["320x180", "640x360"] },
  },
  { key: "seed", label: "Seed", role: "seed", is_required: false, spec: { type: "number", min: 0, is_integer: true } },
];

interface Benchmark {
  readonly id: string;
  readonly status: string;
  readonly revision: number;
  readonly rows: number;
  readonly columns: number;
  readonly progress: { waiting: number; queued: number; running: number } | null;
}

const read = async <Reply>(page: Page, path: string): Promise<Reply> =>
  await page.evaluate(
    async (address) => (await fetch(address)).json() as Promise<unknown> as Promise<never>,
    `/api_v1${path}`,
  );

const detailOf = (page: Page, id: string): Promise<Benchmark> => read(page, `/task/benchmark/detail/${id}`);

/** The reference performer of this run, registered once. */
export const ensurePerformer = async (page: Page): Promise<string> => {
  const { items } = await read<{ items: { id: string; name: string }[] }>(page, "/performer/list");
  const known = items.find(({ name }) => name === "Reference performer");
  if (known) return known.id;
  const { id } = await callFrom<{ id: string }>(page, "/performer/create", {
    ...{ name: "Reference performer", kind: "model", adapter: "videos", endpoint: currentRun().performerUrl },
    ...{ model: "reference", version: "1", input_schema: INPUTS, capabilities: ["t2v", "seed", "cancel"] },
    limits: { concurrency: 4, rpm: null, timeout_s: 120 },
    pricing: { unit: "second", unit_price_micros: 20_000, currency: "USD", checked_at: null },
    shared_with_internal: true,
  });
  return id;
};

/** One key for each, the same in every run: a second view finds what the first one made. */
const KEYS = {
  empty: "019a0000-0000-7000-8000-0000000b0001",
  ready: "019a0000-0000-7000-8000-0000000b0002",
  generated: "019a0000-0000-7000-8000-0000000b0003",
} as const;

const create = async (page: Page, kind: keyof typeof KEYS, name: string): Promise<Benchmark> => {
  const { id } = await callFrom<{ id: string }>(page, "/task/create", {
    ...{ kind: "Benchmark", name, is_sample: false, request_key: KEYS[kind] },
  });
  return detailOf(page, id);
};

export const ensureEmpty = async (page: Page): Promise<string> => (await create(page, "empty", "Glass and water")).id;

const fill = async (page: Page, task: Benchmark): Promise<void> => {
  if (task.rows > 0) return;
  const performer_id = await ensurePerformer(page);
  const path = (act: string): string => `/task/benchmark/${act}/${task.id}`;
  const rows = PROMPTS.map((prompt, place) => ({ inputs: { prompt }, category: place < 2 ? "motion" : "" }));
  await callFrom(page, path("add_rows"), { expect_revision: task.revision, rows });
  for (const [label, params] of [
    ["Small", { size: "320x180", seconds: 2 }],
    ["Larger", { size: "640x360", seconds: 2 }],
  ] as const) {
    const { revision } = await detailOf(page, task.id);
    await callFrom(page, path("add_column"), { expect_revision: revision, label, performer_id, params });
  }
};

/** Prompts and columns are in, and nothing was generated. */
export const ensureReady = async (page: Page): Promise<string> => {
  const task = await create(page, "ready", "Camera moves");
  await fill(page, task);
  return task.id;
};

/** Made by the real engine and the reference performer: clips, one row too short and one refused. */
export const ensureGenerated = async (page: Page): Promise<string> => {
  const task = await create(page, "generated", "Night drive and other motion");
  await fill(page, task);
  if (task.status === "Init") await callFrom(page, `/task/benchmark/generate_data/${task.id}`, {});
  const left = async (): Promise<number> => {
    const { progress } = await detailOf(page, task.id);
    return progress ? progress.waiting + progress.queued + progress.running : -1;
  };
  await expect.poll(left, { timeout: GENERATED_MS }).toBe(0);
  return task.id;
};
