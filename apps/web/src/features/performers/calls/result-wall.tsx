import type { PerformerTaskItem } from "@dailies/contract";
import type { ReactNode } from "react";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import styles from "./calls.module.css";
import { CompareBar } from "./compare-bar.tsx";
import { ResultTile } from "./result-tile.tsx";
import type { Comparison } from "./use-comparison.ts";

interface ResultWallProps {
  name: string;
  list: { data?: { items: PerformerTaskItem[] }; isPending: boolean; error: unknown; refetch: () => unknown };
  empty: ReactNode;
  comparison: Comparison;
  onOpen?: (id: string) => void;
}

/** Results, newest first; any two to four of them go side by side. */
export const ResultWall = ({ name, list, empty, comparison, onOpen }: ResultWallProps) => {
  const items = list.data?.items ?? [];
  if (list.isPending) return <Skeleton rows={6} />;
  if (items.length === 0 && list.error) return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (items.length === 0) return empty;
  return (
    <>
      <ul className={styles.wall} aria-label={name}>
        {items.map((call) => (
          <ResultTile
            key={call.id}
            call={call}
            isMarked={comparison.marked.includes(call.id)}
            onMark={() => comparison.toggle(call.id)}
            onOpen={onOpen && (() => onOpen(call.id))}
          />
        ))}
      </ul>
      <CompareBar comparison={comparison} />
    </>
  );
};
