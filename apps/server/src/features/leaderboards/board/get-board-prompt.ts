import type { boardPromptDetail } from "@dailies/contract";
import type { z } from "zod";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import { readClips } from "../../assets/index.ts";
import { type ClipMetric, readClipMetrics } from "../../metrics/index.ts";
import type { LeaderboardsDeps } from "../leaderboards-deps.ts";
import { isOfToday } from "../metric.store.ts";
import { requireBoardTask } from "../require-board-task.ts";
import { readPromptFigures } from "./list-board-prompts.ts";
import { listPairTallies, listPromptClips, listPromptMarks, listPromptRows } from "./prompt.store.ts";

type PromptDetail = z.output<typeof boardPromptDetail>;

/** More than anybody reads; a clip with so many marks is known to be bad. */
const MAX_MARKS_SHOWN = 2_000;

const figuresOf = (metrics: readonly ClipMetric[]): Record<string, number | null> =>
  Object.fromEntries(
    metrics.filter(({ key, version }) => isOfToday({ metricKey: key, version })).map(({ key, value }) => [key, value]),
  );

const readJudgedClips = async (
  deps: LeaderboardsDeps,
  actor: Actor,
  taskId: string,
  prompt: number,
): Promise<PromptDetail["clips"]> => {
  const { db } = deps;
  const clips = await listPromptClips(db, taskId, prompt);
  const marks = await listPromptMarks(db, taskId, prompt, MAX_MARKS_SHOWN);
  const metrics = await readClipMetrics(
    db,
    clips.map(({ id }) => id),
  );
  const addresses = await readClips(
    deps,
    actor,
    clips.map(({ assetId }) => assetId),
  );
  return clips.map(({ id, entry, sample, assetId }) => ({
    entry,
    sample,
    clip: addresses.get(assetId) ?? null,
    marks: marks.get(id) ?? [],
    metrics: figuresOf(metrics.get(id) ?? []),
  }));
};

export const getBoardPrompt = async (
  deps: LeaderboardsDeps,
  actor: Actor,
  { taskId, prompt }: { readonly taskId: string; readonly prompt: number },
  gone?: AbortSignal,
): Promise<PromptDetail> => {
  const found = await requireBoardTask(deps.db, actor, taskId);
  const [row] = await listPromptRows(deps.db, taskId, [prompt]);
  if (!row) throw new DomainError("not_found", "this task has no such prompt");
  return {
    ...row,
    ...(await readPromptFigures(deps, found, prompt, gone)),
    clips: await readJudgedClips(deps, actor, taskId, prompt),
    pairs: await listPairTallies(deps.db, taskId, prompt),
  };
};
