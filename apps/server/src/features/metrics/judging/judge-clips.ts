import { judgeMetricKey } from "@dailies/contract";
import { insertMetrics } from "../measuring/clip-metric.store.ts";
import type { PrepareDeps } from "../preparing/prepare-deps.ts";
import { askJudge } from "./ask-judge.ts";
import { getJudgeVersion, listJudgeable, listQuestions, type Question, raiseInputsRevision } from "./judge.store.ts";

export interface JudgeBatch {
  readonly taskId: string;
  readonly since: string;
  /** Keyset cursor: the last clip of the previous batch. */
  readonly after?: string;
}

const CLIPS_AT_ONCE = 50;
const QUESTIONS_AT_ONCE = 4;

/** Asks every judge about the next clips; returns the last of them while there may be more. */
export const judgeClips = async (
  deps: PrepareDeps,
  { taskId, since, after = "0" }: JudgeBatch,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const clipIds = await listJudgeable(deps.db, { taskId, after: BigInt(after), clips: CLIPS_AT_ONCE });
  if (clipIds.length === 0) return undefined;
  const questions = await listQuestions(deps.db, clipIds, new Date(since));
  const work = async (): Promise<void> => {
    for (let question = questions.pop(); question; question = questions.pop()) {
      await answer(deps, taskId, question, signal);
    }
  };
  await Promise.all(Array.from({ length: QUESTIONS_AT_ONCE }, work));
  return clipIds.length < CLIPS_AT_ONCE ? undefined : `${clipIds.at(-1)}`;
};

const answer = async (deps: PrepareDeps, taskId: string, question: Question, signal: AbortSignal): Promise<void> => {
  // Read the version before asking: if the judge changes meanwhile, the answer counts for the older version.
  const version = await getJudgeVersion(deps.db, question.performerId);
  const { value, detail } = await askJudge(deps, question, signal);
  const { sha256, performerId, inputsHash: about } = question;
  await deps.db.transaction().execute(async (tx) => {
    const figure = { sha256, key: judgeMetricKey(performerId), version, about, value, detail };
    await insertMetrics(tx, [figure], deps.clock());
    await raiseInputsRevision(tx, taskId);
  });
};
