import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { queueQuery } from "../evaluations.queries.ts";
import styles from "./home.module.css";
import { TaskCard } from "./task-card.tsx";

/** The tasks assigned to the rater. */
export const TaskQueue = ({ isFinished }: { isFinished: boolean }) => {
  const { t } = useTranslation();
  const found = useQuery(queueQuery(isFinished));
  if (found.error && !found.data) {
    return (
      <ErrorPanel
        title={t("evaluations.queue.failed")}
        error={found.error}
        isRetrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  }
  if (!found.data) return <Skeleton rows={8} />;
  if (found.data.length === 0) {
    return (
      <EmptyState title={t(isFinished ? "evaluations.queue.noneFinished" : "evaluations.queue.none")}>
        {t(isFinished ? "evaluations.queue.noneFinishedHint" : "evaluations.queue.noneHint")}
      </EmptyState>
    );
  }
  return (
    <ul className={styles.tasks} aria-label={t(`evaluations.tabs.${isFinished ? "finished" : "queue"}`)}>
      {found.data.map((task) => (
        <li key={task.task_id}>
          <TaskCard task={task} />
        </li>
      ))}
    </ul>
  );
};
