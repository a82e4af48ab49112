import { randomUUID } from "node:crypto";
import type { PermissionCode, STARTERS } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { callFrom } from "./call.ts";
import { evaluationOf, expectPrepared, readFrom } from "./judged-task.ts";
import { addTinyPerformer, MADE_MS, MAKER_PERMISSIONS } from "./tiny-performer.ts";

export const OWNER_PERMISSIONS: readonly PermissionCode[] = MAKER_PERMISSIONS;

interface Wishes {
  readonly name: string;
  readonly prompts: readonly string[];
  /** The columns; nobody who judges may ever read these before the end. */
  readonly labels: readonly string[];
  readonly starter: (typeof STARTERS)[number];
  readonly mode?: "pairwise" | "rating";
  readonly judges: number;
  /** Usernames. */
  readonly raters: readonly string[];
  /** The same key finds what was made before; without one each call makes its own. */
  readonly key?: string;
}

interface Benchmark {
  readonly id: string;
  readonly status: string;
  readonly revision: number;
  readonly rows: number;
  readonly progress: { waiting: number; queued: number; running: number } | null;
}

const benchmarkOf = (page: Page, id: string): Promise<Benchmark> => readFrom(page, `/task/benchmark/detail/${id}`);

const fill = async (page: Page, task: Benchmark, { prompts, labels }: Wishes): Promise<void> => {
  const performer = await addTinyPerformer(page);
  const { items } = await readFrom<{ items: { id: string; name: string }[] }>(page, "/performer/list");
  const performer_id = items.find(({ name }) => name === performer)?.id;
  const path = (act: string): string => `/task/benchmark/${act}/${task.id}`;
  const rows = prompts.map((prompt) => ({ inputs: { prompt }, category: "" }));
  await callFrom(page, path("add_rows"), { expect_revision: task.revision, rows });
  for (const label of labels) {
    const { revision } = await benchmarkOf(page, task.id);
    await callFrom(page, path("add_column"), { expect_revision: revision, label, performer_id, params: {} });
  }
};

const generate = async (page: Page, id: string): Promise<void> => {
  await callFrom(page, `/task/benchmark/generate_data/${id}`, {});
  const left = async (): Promise<number> => {
    const { progress } = await benchmarkOf(page, id);
    return progress ? progress.waiting + progress.queued + progress.running : -1;
  };
  await expect.poll(left, { timeout: MADE_MS, message: "every clip is made" }).toBe(0);
};

const plan = async (page: Page, id: string, { starter, mode = "pairwise", judges, key }: Wishes): Promise<void> => {
  const request_key = key?.replace(/^.{4}/, "019b") ?? randomUUID();
  const template = await callFrom<{ id: string }>(page, "/dimension/template/create_starter", { starter, request_key });
  const { revision } = await evaluationOf(page, id);
  await callFrom(page, `/evaluating/plan/${id}`, {
    ...{ template_id: template.id, mode, judges_per_item: judges, aggregation: "All", is_blind: true },
    ...{ gold_rate: 0, repeat_rate: 0, item_budget: null, expect_revision: revision },
  });
};

/** A benchmark made by the real engine, with a template from the starters, handed to its judges. The page is its owner's. */
export const startJudging = async (page: Page, wishes: Wishes): Promise<string> => {
  await page.goto("/#/frog-home");
  const { id } = await callFrom<{ id: string }>(page, "/task/create", {
    ...{ kind: "Benchmark", name: wishes.name, is_sample: false, request_key: wishes.key ?? randomUUID() },
  });
  const task = await benchmarkOf(page, id);
  if (task.rows === 0) await fill(page, task, wishes);
  if (task.status === "Init") await generate(page, id);
  if (task.status === "Init" || task.status === "Generating") {
    await plan(page, id, wishes);
    await callFrom(page, `/task/benchmark/start_evaluation/${id}`, {});
    await callFrom(page, `/evaluating/raters/${id}`, { usernames: wishes.raters });
  }
  await expectPrepared(page, id);
  return id;
};
