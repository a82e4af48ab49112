import { MAX_WALL_PROMPTS, MAX_WALL_STEPS, type RunSample } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { readClips } from "../../assets/index.ts";
import type { ExperimentsDeps } from "../experiments-deps.ts";
import { listNewestSamples, listPrompts, listSteps, type SampleRow, type SamplesQuery } from "./sample.store.ts";

/** What a wall of samples can show: its rows and its steps. */
export const listSampleSteps = async ({ db }: ExperimentsDeps, runIds: readonly string[]) => {
  const [prompts, steps] = await Promise.all([
    listPrompts(db, runIds, MAX_WALL_PROMPTS + 1),
    listSteps(db, runIds, MAX_WALL_STEPS + 1),
  ]);
  return {
    prompts: prompts.slice(0, MAX_WALL_PROMPTS),
    steps: steps.slice(0, MAX_WALL_STEPS),
    hasMore: prompts.length > MAX_WALL_PROMPTS || steps.length > MAX_WALL_STEPS,
  };
};

export const listSamples = async (deps: ExperimentsDeps, actor: Actor, query: SamplesQuery): Promise<RunSample[]> =>
  toSamples(deps, actor, await listNewestSamples(deps.db, query));

/** Samples with signed URLs of the clips that are ready and that the caller may see. */
export const toSamples = async (
  { db, clock, assets }: ExperimentsDeps,
  actor: Actor,
  rows: readonly SampleRow[],
): Promise<RunSample[]> => {
  const shared = rows.filter((row) => row.is_shared).map((row) => row.asset_id);
  const clips = await readClips({ db, clock, storage: assets.storage }, actor, shared);
  return rows.map((row) => ({
    run_id: row.run_id,
    prompt: row.prompt,
    step: row.step,
    logged_at: row.logged_at.toISOString(),
    status: row.status as RunSample["status"],
    clip: clips.get(row.asset_id) ?? null,
  }));
};
