import type { TaskItem } from "@dailies/contract";
import { useMemo, useState } from "react";

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
        if (!task.is_mine) return;
        setChosen((now) => {
          const next = new Set(now);
          if (!next.delete(task.id)) next.add(task.id);
          return next;
        });
      },
      selectPage: () => setChosen(new Set(rows.filter((task) => task.is_mine).map(({ id }) => id))),
      clear: () => setChosen(new Set()),
    };
  }, [rows, chosen]);
};
