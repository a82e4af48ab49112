import type { LabelTaskItem } from "@dailies/contract";

const hasWork = ({ status, progress, mine }: LabelTaskItem): boolean =>
  status === "Open" && (mine.leased > 0 || progress.labels_done < progress.labels_total);

/** Reserved items first, before they go to somebody else; then the last one worked on; then the order of the list. */
const rank = ({ mine, is_asked }: LabelTaskItem): [number, number] => {
  if (mine.leased > 0) return [0, Date.parse(mine.leased_until ?? "9999-01-01T00:00:00Z")];
  if (mine.last_at !== null) return [1, -Date.parse(mine.last_at)];
  return [is_asked ? 2 : 3, 0];
};

/** The task to continue; undefined if none waits for the user. */
export const nextTaskOf = (tasks: readonly LabelTaskItem[]): LabelTaskItem | undefined =>
  tasks
    .filter(hasWork)
    .filter(({ is_asked, mine }) => is_asked || mine.leased > 0 || mine.submitted > 0)
    .map((task) => ({ task, rank: rank(task) }))
    .toSorted(({ rank: [a, b] }, { rank: [c, d] }) => a - c || b - d)
    .map(({ task }) => task)[0];
