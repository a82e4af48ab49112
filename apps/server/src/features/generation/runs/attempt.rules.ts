import type { ATTEMPT_POLICIES, CellStatus, PerformerTaskStatus } from "@dailies/contract";

export interface AttemptState {
  readonly id: string;
  readonly n: number;
  readonly status: PerformerTaskStatus;
}

type AttemptPolicy = (typeof ATTEMPT_POLICIES)[number];

/** The attempt that counts: one chosen by hand, else the one the policy selects. Only successful attempts count. */
export const countedAttempt = <T extends AttemptState>(
  policy: AttemptPolicy,
  attempts: readonly T[],
  pinnedId: string | null,
): T | undefined => {
  const successes = attempts.filter(({ status }) => status === "Succeeded").sort((a, b) => a.n - b.n);
  const pinned = successes.find(({ id }) => id === pinnedId);
  return pinned ?? (policy === "latest" ? successes.at(-1) : successes[0]);
};

/** The status of a cell that is not excluded: an unfinished attempt, else a success, else the last attempt's result. */
export const cellStatusOf = (attempts: readonly AttemptState[]): CellStatus => {
  const latest = attempts.reduce<AttemptState | undefined>((a, b) => (a && a.n > b.n ? a : b), undefined);
  if (!latest) return "Waiting";
  if (latest.status === "Running") return "Running";
  if (latest.status === "Pending" || latest.status === "Queued") return "Queued";
  if (attempts.some(({ status }) => status === "Succeeded")) return "Succeeded";
  return latest.status === "Cancelled" ? "Cancelled" : "Failed";
};
