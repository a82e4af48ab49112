import type { PerformerTaskItem } from "@dailies/contract";
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import styles from "./calls.module.css";
import { ResultTile } from "./result-tile.tsx";
import type { Comparison } from "./use-comparison.ts";

/** Shows the marked results and opens the comparison; sticky while the wall scrolls. */
const CompareBar = ({ comparison }: { comparison: Comparison }) => {
  const { t } = useTranslation();
  const { length } = comparison.marked;
  if (length === 0) return null;
  return (
    <div className={styles.compareBar} role="status">
      <span>{t(length === 1 ? "performers.compare.another" : "performers.compare.marked", { count: length })}</span>
      <Button onClick={comparison.clear}>{t("performers.compare.clear")}</Button>
      <Button type="primary" disabled={length < 2} onClick={comparison.open}>
        {t("performers.compare.open", { count: length })}
      </Button>
    </div>
  );
};

interface ResultWallProps {
  name: string;
  list: { data?: { items: PerformerTaskItem[] }; isPending: boolean; error: unknown; refetch: () => unknown };
  empty: ReactNode;
  comparison: Comparison;
  onOpen?: (id: string) => void;
}

/** Results, newest first; two to four of them can be compared. */
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
