import type { Aggregation, BoardPrompt, PROMPT_SORTS } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import type { LeaderboardsDeps } from "../leaderboards-deps.ts";
import { type BoardTask, requireBoardTask } from "../require-board-task.ts";
import { findCachedPrompts } from "./board-cache.store.ts";
import { findSnapshotPrompts } from "./board-snapshot.store.ts";
import type { KeptBoard } from "./describe-board.ts";
import { type BoardRequest, noSuchSnapshot, readCurrentBoard } from "./get-board.ts";
import { listPromptNumbers, listPromptRows } from "./prompt.store.ts";

type Figures = KeptBoard["prompts"][number];

const UNJUDGED: Omit<Figures, "prompt"> = { votes: 0, disagreement: null, upset: null };

/** The figures of every judged prompt, from a snapshot or the current leaderboard. */
const readFigures = async (
  deps: LeaderboardsDeps,
  found: BoardTask,
  { aggregation, snapshot }: { aggregation: Aggregation; snapshot?: string | undefined },
  gone?: AbortSignal,
): Promise<KeptBoard["prompts"]> => {
  const { id } = found.task;
  if (snapshot !== undefined) {
    const kept = await findSnapshotPrompts(deps.db, id, { id: snapshot, aggregation });
    if (!kept) throw noSuchSnapshot();
    return kept;
  }
  await readCurrentBoard(deps, found, aggregation, gone);
  return (await findCachedPrompts(deps.db, id, aggregation))?.kept ?? [];
};

/** Prompts without a figure come last; ties are sorted by position in the task. */
const sorted = (figures: Figures[], sort: (typeof PROMPT_SORTS)[number]): Figures[] => {
  if (sort === "index") return figures;
  const rank = (it: Figures): number => it[sort] ?? Number.NEGATIVE_INFINITY;
  return figures.sort((x, y) => {
    const [a, b] = [rank(x), rank(y)];
    return a === b ? x.prompt - y.prompt : b - a;
  });
};

export interface PromptsInput extends BoardRequest {
  readonly sort: (typeof PROMPT_SORTS)[number];
  readonly category?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export const listBoardPrompts = async (
  deps: LeaderboardsDeps,
  actor: Actor,
  input: PromptsInput,
  gone?: AbortSignal,
): Promise<{ items: BoardPrompt[]; total: number }> => {
  const found = await requireBoardTask(deps.db, actor, input.taskId);
  const aggregation = input.aggregation ?? found.evaluation.aggregation;
  const judged = await readFigures(deps, found, { aggregation, snapshot: input.snapshot }, gone);
  const byPrompt = new Map(judged.map((figures) => [figures.prompt, figures]));
  const numbers = await listPromptNumbers(deps.db, input.taskId, input.category);
  const all = sorted(
    numbers.map((prompt) => byPrompt.get(prompt) ?? { prompt, ...UNJUDGED }),
    input.sort,
  );
  const page = all.slice(input.offset, input.offset + input.limit);
  const rows = await listPromptRows(
    deps.db,
    input.taskId,
    page.map(({ prompt }) => prompt),
  );
  const rowOf = new Map(rows.map((row) => [row.prompt, row]));
  const items = page.flatMap((figures) => {
    const row = rowOf.get(figures.prompt);
    return row ? [{ ...row, ...figures }] : [];
  });
  return { items, total: numbers.length };
};

/** The figures of one prompt; undefined for a prompt without judgements. */
export const readPromptFigures = async (
  deps: LeaderboardsDeps,
  found: BoardTask,
  prompt: number,
  gone?: AbortSignal,
): Promise<Omit<Figures, "prompt">> => {
  const figures = await readFigures(deps, found, { aggregation: found.evaluation.aggregation }, gone);
  return figures.find((it) => it.prompt === prompt) ?? UNJUDGED;
};
