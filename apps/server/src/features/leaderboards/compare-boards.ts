import type { Board } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import { getBoard } from "./board/get-board.ts";
import { countSharedPrompts } from "./board/prompt.store.ts";
import type { LeaderboardsDeps } from "./leaderboards-deps.ts";

export interface ComparedBoards {
  readonly boards: Board[];
  readonly sharedPrompts: number;
  readonly faults: string[];
}

/** One aggregation for all; otherwise the figures are not comparable. */
const COMPARED_BY = "Average" as const;

const differ = <T>(boards: readonly Board[], of: (board: Board) => T): boolean => new Set(boards.map(of)).size > 1;

const competitorsOf = (board: Board): string =>
  (board.axes[0]?.entries ?? [])
    .map(({ performer, performer_version }) => `${performer} ${performer_version}`)
    .sort()
    .join("\n");

/** Reasons why the figures are not comparable, the most serious first. */
export const findFaults = (boards: readonly Board[], sharedPrompts: number): string[] => {
  const most = Math.max(...boards.map(({ method }) => method.prompts));
  const notConnected = boards.filter(({ warnings }) => warnings.some(({ kind }) => kind === "not_connected"));
  return [
    ...(sharedPrompts === 0 ? ["these tasks share no prompt: each says something about other prompts"] : []),
    ...(sharedPrompts > 0 && sharedPrompts < most ? [`only ${sharedPrompts} of up to ${most} prompts are shared`] : []),
    ...(differ(boards, ({ method }) => `${method.template.id} ${method.template.version}`)
      ? ["they were asked with different questions"]
      : []),
    ...(differ(boards, ({ method }) => method.model) ? ["their scores come from different models"] : []),
    ...(boards.some(({ axes }) => axes[0]?.kind === "choice") && differ(boards, competitorsOf)
      ? ["strengths are relative to who else was there, and others were there: compare ranks and shares, not strengths"]
      : []),
    ...(differ(boards, ({ method }) => method.statistics_version)
      ? ["they were computed by different versions of the statistics"]
      : []),
    ...notConnected.map(({ name }) => `'${name}' has columns that were never compared with the rest`),
  ];
};

/** Finished tasks side by side, with warnings about the comparison. */
export const compareBoards = async (
  deps: LeaderboardsDeps,
  actor: Actor,
  taskIds: readonly string[],
  gone?: AbortSignal,
): Promise<ComparedBoards> => {
  const ids = [...new Set(taskIds)];
  if (ids.length < 2) throw new DomainError("conflict", "please choose at least two different tasks");
  const boards: Board[] = [];
  for (const taskId of ids) {
    const board = await getBoard(deps, actor, { taskId, aggregation: COMPARED_BY }, gone);
    if (board.status !== "Finished")
      throw new DomainError("conflict", `'${board.name}' is still being judged: only finished tasks are compared`);
    boards.push(board);
  }
  const sharedPrompts = await countSharedPrompts(deps.db, ids);
  return { boards, sharedPrompts, faults: findFaults(boards, sharedPrompts) };
};
