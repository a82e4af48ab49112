import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  benchmarksRoutes,
  dimensionsRoutes,
  evaluationsRoutes,
  performersRoutes,
  type TaskItem,
  tasksRoutes,
} from "@dailies/contract";
import type { ConsoleClient } from "./console-client.ts";
import { COMPARED, DEMO_INPUTS, DEMO_TAG, GENERATING, JUDGED, PROMPTS, SLOW } from "./demo-plan.ts";
import { judgeAll } from "./judge-clips.ts";
import { openWatcher } from "./watch-clips.ts";

const POLL_MS = 500;
const READY_MS = 300_000;

export interface DemoPerformers {
  readonly url: string;
  readonly secret: string | undefined;
}

/** The demo's tasks of this person, archived ones not. */
export const listDemoTasks = async (owner: ConsoleClient): Promise<readonly TaskItem[]> =>
  (await owner.call(tasksRoutes.listTasks, { query: { tag: [DEMO_TAG], is_mine: "true", page: 1, page_size: 100 } }))
    .items;

const waitFor = async (what: string, isReady: () => Promise<boolean>): Promise<void> => {
  const deadlineMs = performance.now() + READY_MS;
  while (!(await isReady())) {
    if (performance.now() > deadlineMs) throw new Error(`${what} took longer than ${READY_MS / 1_000} s`);
    await sleep(POLL_MS);
  }
};

const ensurePerformer = async (
  owner: ConsoleClient,
  { url, secret }: DemoPerformers,
  { name, model, concurrency }: (typeof COMPARED)[number],
): Promise<string> => {
  const { items } = await owner.call(performersRoutes.listPerformers, {});
  const known = items.find((performer) => performer.name === name);
  if (known) return known.id;
  const { id } = await owner.call(performersRoutes.createPerformer, {
    body: {
      name,
      kind: "model",
      adapter: "videos",
      endpoint: url,
      model,
      version: "1",
      adapter_config: { webhook: secret === undefined ? "none" : "standard" },
      input_schema: DEMO_INPUTS,
      capabilities: ["t2v", "seed", "cancel"],
      limits: { concurrency, rpm: null, timeout_s: 600 },
      pricing: { unit: "second", unit_price_micros: 20_000, currency: "USD", checked_at: null },
      is_enabled: true,
      shared_with_internal: true,
      ...(secret !== undefined && { secret }),
    },
  });
  return id;
};

interface Grid {
  readonly plan: typeof JUDGED;
  readonly models: typeof COMPARED;
}

const ensureTask = async (owner: ConsoleClient, { plan }: Grid): Promise<string> => {
  const known = (await listDemoTasks(owner)).find(({ name }) => name === plan.name);
  if (known) return known.id;
  const { name, description } = plan;
  const described = { name, description, tags: [DEMO_TAG], request_key: randomUUID() };
  const body = { kind: "Benchmark", is_sample: false, ...described } as const;
  return (await owner.call(tasksRoutes.createTask, { body })).id;
};

const fill = async (
  owner: ConsoleClient,
  performers: DemoPerformers,
  id: string,
  { plan, models }: Grid,
): Promise<void> => {
  const params = { id };
  const revision = async (): Promise<number> => (await owner.call(tasksRoutes.getTask, { params })).revision;
  const { rows, columns } = await owner.call(tasksRoutes.getTask, { params });
  if (rows === 0) {
    const prompts = PROMPTS.map(([prompt, category]) => ({
      inputs: { prompt },
      category,
    }));
    await owner.call(benchmarksRoutes.addRows, { params, body: { expect_revision: await revision(), rows: prompts } });
  }
  for (const [place, model] of models.slice(columns).entries()) {
    const column = {
      label: model.label,
      performer_id: await ensurePerformer(owner, performers, model),
      params: plan.params,
      is_baseline: columns + place === 1,
    };
    await owner.call(benchmarksRoutes.addColumn, { params, body: { ...column, expect_revision: await revision() } });
  }
};

/** A grid whose generation has started. */
const ensureStarted = async (owner: ConsoleClient, performers: DemoPerformers, grid: Grid): Promise<string> => {
  const id = await ensureTask(owner, grid);
  await fill(owner, performers, id, grid);
  await owner.call(benchmarksRoutes.generateData, { params: { id }, body: {} });
  return id;
};

const startJudging = async (owner: ConsoleClient, id: string, judges: readonly ConsoleClient[]): Promise<void> => {
  const params = { id };
  const { status, revision } = await owner.call(evaluationsRoutes.getEvaluation, { params });
  if (status === "Generating") {
    const { items } = await owner.call(dimensionsRoutes.listTemplates, {
      query: { mode: "pairwise", limit: 50, offset: 0 },
    });
    const template =
      items[0] ??
      (await owner.call(dimensionsRoutes.createFromStarter, {
        body: { starter: "default", request_key: randomUUID() },
      }));
    const body = {
      template_id: template.id,
      mode: "pairwise",
      judges_per_item: judges.length,
      aggregation: "All",
      gold_rate: 0,
      repeat_rate: 0,
      item_budget: null,
      expect_revision: revision,
    } as const;
    await owner.call(evaluationsRoutes.planEvaluation, { params, body });
    await owner.call(benchmarksRoutes.startEvaluation, { params });
  }
  const usernames = judges.map(({ username }) => username);
  await owner.call(evaluationsRoutes.changeRaters, { params, body: { usernames } });
  await waitFor("preparing the clips", async () => {
    const { progress } = await owner.call(evaluationsRoutes.getEvaluation, { params });
    return progress.clips_total > 0 && progress.clips_ready + progress.clips_failed >= progress.clips_total;
  });
};

/** A benchmark that was generated, judged blind and closed. Returns how many judgements were new. */
export const ensureJudged = async (
  owner: ConsoleClient,
  judges: readonly ConsoleClient[],
  performers: DemoPerformers,
): Promise<number> => {
  const known = (await listDemoTasks(owner)).find(({ name }) => name === JUDGED.name);
  if (known?.status === "Finished") return 0;
  const isOpen = known?.status === "Benchmarking";
  const id = isOpen ? known.id : await ensureStarted(owner, performers, { plan: JUDGED, models: COMPARED });
  await waitFor("generating the clips", async () => {
    const { progress } = await owner.call(tasksRoutes.getTask, { params: { id } });
    return progress !== null && progress.waiting + progress.queued + progress.running === 0;
  });
  await startJudging(owner, id, judges);
  const compare = openWatcher();
  const made = await Promise.all(judges.map((person) => judgeAll(person, id, compare)));
  const { status } = await owner.call(evaluationsRoutes.getEvaluation, { params: { id } });
  if (status !== "Finished") {
    const body = { reason: "Every pair was judged by all four judges." };
    await owner.call(evaluationsRoutes.closeEvaluation, { params: { id }, body });
  }
  return made.reduce((sum, one) => sum + one, 0);
};

/** A benchmark that is still being generated. Returns whether it was started now. */
export const ensureGenerating = async (owner: ConsoleClient, performers: DemoPerformers): Promise<boolean> => {
  if ((await listDemoTasks(owner)).some(({ name, status }) => name === GENERATING.name && status !== "Init"))
    return false;
  await ensureStarted(owner, performers, {
    plan: GENERATING,
    models: [SLOW, { ...SLOW, label: "Checkpoint 43, again" }],
  });
  return true;
};
