import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { TaskStatusTag } from "../../shared/task-status.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { SearchBox } from "../../ui/filters/search-box.tsx";
import { formatCount } from "../../ui/format.ts";
import { Page } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import styles from "./benchmarks.module.css";
import { benchmarkChoicesQuery } from "./benchmarks.queries.ts";

/** Shown when the URL names no task: a list to choose from. */
export const ChooseBenchmark = () => {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const words = params.get("q") ?? "";
  return (
    <Page title={t("screens.taskGenerate.title")} about={t("benchmarks.choose.hint")}>
      <SearchBox
        label={t("benchmarks.choose.search")}
        value={words}
        onChange={(q) => setParams(q ? { q } : {}, { replace: true })}
      />
      <Choices words={words} />
    </Page>
  );
};

const Choices = ({ words }: { words: string }) => {
  const { t, i18n } = useTranslation();
  const found = useQuery(benchmarkChoicesQuery(words));
  if (found.error) {
    return (
      <ErrorPanel
        title={t("benchmarks.choose.failed")}
        error={found.error}
        isRetrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  }
  if (!found.data) return <Skeleton rows={6} />;
  if (found.data.items.length === 0) return <NoChoices isFiltered={words !== ""} />;
  return (
    <ul className={styles.choices} aria-label={t("benchmarks.choose.list")}>
      {found.data.items.map((task) => (
        <li key={task.id}>
          <Link className={styles.choice} to={`/task-generate?task=${task.id}`}>
            <span className={styles.choiceName}>{task.name}</span>
            <TaskStatusTag status={task.status} progress={task.progress} />
            <span className={`${styles.hint} ds-number`}>
              {t("benchmarks.choose.size", {
                count: task.rows,
                rows: formatCount(task.rows, i18n.language),
                columns: formatCount(task.columns, i18n.language),
              })}
            </span>
            <span className={styles.hint}>{task.owner}</span>
            <span className={styles.hint}>
              <Time at={task.updated_at} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
};

const NoChoices = ({ isFiltered }: { isFiltered: boolean }) => {
  const { t } = useTranslation();
  if (isFiltered) {
    return (
      <EmptyState picture="lens" title={t("benchmarks.choose.noneFound")}>
        {t("benchmarks.choose.noneFoundHint")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t("benchmarks.choose.none")}
      action={<Link to={PATHS.taskManage}>{t("benchmarks.toTasks")}</Link>}
    >
      {t("benchmarks.choose.noneHint")}
    </EmptyState>
  );
};
