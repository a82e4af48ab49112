import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { TaskStatusTag } from "../../shared/task-status.tsx";
import { Choice, ChoiceList } from "../../ui/choice-list.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { SearchBox } from "../../ui/filters/search-box.tsx";
import { formatCount } from "../../ui/format.ts";
import { Page } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
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
  const sizeOf = ({ rows, columns }: { rows: number; columns: number }): string =>
    rows === 0
      ? t("benchmarks.choose.empty")
      : t("benchmarks.choose.size", {
          count: rows,
          rows: formatCount(rows, i18n.language),
          columns: t("benchmarks.choose.columns", { count: columns, shown: formatCount(columns, i18n.language) }),
        });
  return (
    <ChoiceList columns={4}>
      <ul className="ds-choices" aria-label={t("benchmarks.choose.list")}>
        {found.data.items.map((task) => (
          <Choice key={task.id} to={`/task-generate?task=${task.id}`}>
            <span title={task.name}>{task.name}</span>
            <span>
              <TaskStatusTag status={task.status} progress={task.progress} />
            </span>
            <span className="ds-number">{sizeOf(task)}</span>
            <span>{task.owner}</span>
            <span>
              <Time at={task.updated_at} />
            </span>
          </Choice>
        ))}
      </ul>
    </ChoiceList>
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
