import type { TaskItem } from "@dailies/contract";
import { useMemo, useState } from "react";

/** Whether the results of a task can be compared with those of another. */
export const isComparable = ({ kind, status }: TaskItem): boolean => kind !== "DataProcessing" && status === "Finished";

/** Tasks of other people are only compared; archiving is for their owners. */
export const isSelectable = (task: TaskItem): boolean => task.is_mine || isComparable(task);

export interface TaskSelection {
  /** Those of the current page; rows that left it are deselected. */
  items: readonly TaskItem[];
  has: (id: string) => boolean;
  toggle: (task: TaskItem) => void;
  selectPage: () => void;
  clear: () => void;
}

export const useTaskSelection = (rows: readonly TaskItem[]): TaskSelection => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return useMemo(() => {
    return {
      items: rows.filter(({ id }) => chosen.has(id)),
      has: (id) => chosen.has(id),
      toggle: (task) => {
        if (!isSelectable(task)) return;
        setChosen((now) => {
          const next = new Set(now);
          if (!next.delete(task.id)) next.add(task.id);
          return next;
        });
      },
      selectPage: () => setChosen(new Set(rows.filter(isSelectable).map(({ id }) => id))),
      clear: () => setChosen(new Set()),
    };
  }, [rows, chosen]);
};
