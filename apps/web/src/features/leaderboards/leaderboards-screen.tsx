import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { z } from "zod";
import { ApiError } from "../../lib/api/api-error.ts";
import { PATHS } from "../../lib/paths.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { Page } from "../../ui/page.tsx";
import { ChooseTask } from "./choose-task.tsx";
import { CompareTasks } from "./compare/compare-tasks.tsx";
import { evaluationQuery } from "./leaderboards.queries.ts";
import { TaskResults } from "./task-results.tsx";

const isId = (text: string): boolean => z.uuid().safeParse(text).success;

/** What was found out about the models of a task, and how sure that is. */
export const Component = () => {
  const [params] = useSearchParams();
  const taskId = params.get("task");
  const compared = params.get("compare");
  if (compared !== null) return <CompareTasks ids={[...new Set(compared.split(","))].filter(isId)} />;
  if (taskId === null) return <ChooseTask />;
  return isId(taskId) ? <OneTask key={taskId} taskId={taskId} /> : <Gone />;
};

const OneTask = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  const found = useQuery(evaluationQuery(taskId));
  if (found.data) return <TaskResults evaluation={found.data} />;
  if (found.error instanceof ApiError && found.error.status === 404) return <Gone />;
  return (
    <Page title={t("screens.taskBenchmark.title")} about={t("screens.taskBenchmark.purpose")}>
      {found.error ? (
        <ErrorPanel
          title={t("leaderboards.failed")}
          error={found.error}
          isRetrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Skeleton rows={12} />
      )}
    </Page>
  );
};

const Gone = () => {
  const { t } = useTranslation();
  return (
    <Page title={t("screens.taskBenchmark.title")} about={t("screens.taskBenchmark.purpose")}>
      <EmptyState
        picture="lens"
        title={t("leaderboards.gone")}
        action={<Link to={PATHS.taskManage}>{t("leaderboards.toTasks")}</Link>}
      >
        {t("leaderboards.goneHint")}
      </EmptyState>
    </Page>
  );
};
