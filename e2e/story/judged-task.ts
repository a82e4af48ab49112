import { expect, type Page } from "@playwright/test";
import { ensurePerformer } from "./benchmarks.ts";
import { callFrom } from "./call.ts";
import type { Choice } from "./votes.ts";

const READY_MS = 240_000;

const PROMPTS = [
  ["A fox crosses fresh snow at dawn, its breath in the air", "motion"],
  ["A paper boat drifts down a rainy gutter past neon signs", "motion"],
  ["Two dancers turn in an empty ballroom", "motion"],
  ["A neon sign spells OPEN in the rain", "text"],
  ["A baker writes a name on a cake", "text"],
] as const;
const COLUMNS = ["Checkpoint 41", "Checkpoint 42", "Small"] as const;

interface Task {
  readonly id: string;
  readonly status: string;
  readonly revision: number;
  readonly rows: number;
  readonly progress: { waiting: number; queued: number; running: number } | null;
}

interface Evaluation {
  readonly status: string;
  readonly revision: number;
  readonly plan: object | null;
  readonly progress: { votes_done: number; clips_ready: number; clips_total: number };
}

export const readFrom = async <Reply>(page: Page, path: string): Promise<Reply> =>
  await page.evaluate(
    async (address) => (await fetch(address)).json() as Promise<unknown> as Promise<never>,
    `/api_v1${path}`,
  );

const detailOf = (page: Page, id: string): Promise<Task> => readFrom(page, `/task/benchmark/detail/${id}`);
export const evaluationOf = (page: Page, id: string): Promise<Evaluation> => readFrom(page, `/evaluating/detail/${id}`);

const fill = async (page: Page, task: Task): Promise<void> => {
  if (task.rows > 0) return;
  const performer_id = await ensurePerformer(page);
  const path = (act: string): string => `/task/benchmark/${act}/${task.id}`;
  const rows = PROMPTS.map(([prompt, category]) => ({ inputs: { prompt }, category }));
  await callFrom(page, path("add_rows"), { expect_revision: task.revision, rows });
  for (const [place, label] of COLUMNS.entries()) {
    const { revision } = await detailOf(page, task.id);
    await callFrom(page, path("add_column"), {
      ...{ expect_revision: revision, label, performer_id, is_baseline: place === COLUMNS.length - 1 },
      params: { size: "320x180", seconds: 1 },
    });
  }
};

/** A benchmark of five prompts and three columns whose clips are made; the key makes it once for each person. */
export const ensureMade = async (page: Page, name: string, request_key: string): Promise<string> => {
  const { id } = await callFrom<{ id: string }>(page, "/task/create", {
    ...{ kind: "Benchmark", name, is_sample: false, request_key },
  });
  const task = await detailOf(page, id);
  await fill(page, task);
  if (task.status === "Init") await callFrom(page, `/task/benchmark/generate_data/${id}`, {});
  const left = async (): Promise<number> => {
    const { progress } = await detailOf(page, id);
    return progress ? progress.waiting + progress.queued + progress.running : -1;
  };
  await expect.poll(left, { timeout: READY_MS }).toBe(0);
  return id;
};

/** The set of questions that comes along, made once for each person. */
export const ensureTemplate = async (page: Page): Promise<string> =>
  (
    await callFrom<{ id: string }>(page, "/dimension/template/create_starter", {
      ...{ starter: "default", request_key: "019a0000-0000-7000-8000-0000000d0001" },
    })
  ).id;

/** Planned and started, with its clips prepared and the page's own person among the judges. */
export const ensureStarted = async (page: Page, id: string, judges: readonly string[]): Promise<void> => {
  const { status, revision } = await evaluationOf(page, id);
  if (status === "Generating") {
    await callFrom(page, `/evaluating/plan/${id}`, {
      ...{ template_id: await ensureTemplate(page), mode: "pairwise", judges_per_item: 1, aggregation: "All" },
      ...{ is_blind: true, gold_rate: 0, repeat_rate: 0, item_budget: null, expect_revision: revision },
    });
    await callFrom(page, `/task/benchmark/start_evaluation/${id}`, {});
    await callFrom(page, `/evaluating/raters/${id}`, { usernames: judges });
  }
  await expectPrepared(page, id);
};

export const expectPrepared = async (page: Page, id: string): Promise<void> => {
  const left = async (): Promise<number> => {
    const { progress } = await evaluationOf(page, id);
    return progress.clips_total > 0 ? progress.clips_total - progress.clips_ready : -1;
  };
  await expect.poll(left, { timeout: READY_MS, message: "all clips are prepared" }).toBe(0);
};

interface Item {
  readonly lease_id: string;
}

const submit = (page: Page, { lease_id }: Item, choice: Choice): Promise<unknown> =>
  callFrom(page, "/evaluating/submit", {
    ...{ lease_id, client_id: crypto.randomUUID(), choice, strength: null, answers: {}, marks: [] },
    ...{ watched: { A: 60, B: 60 }, duration_ms: 4_000 },
  });

const CHOICES: readonly Choice[] = ["A", "B", "A", "tie", "A", "B", "both_bad"];

/** Votes of the page's own person until there are this many. */
export const ensureVotes = async (page: Page, id: string, wanted: number): Promise<void> => {
  let { votes_done: done } = (await evaluationOf(page, id)).progress;
  while (done < wanted) {
    const { items } = await callFrom<{ items: Item[] }>(page, "/evaluating/claim", { task_id: id, count: 1 });
    const [item] = items;
    if (!item) throw new Error("there is nothing left to judge");
    await submit(page, item, CHOICES[done % CHOICES.length] ?? "A");
    done += 1;
  }
};
