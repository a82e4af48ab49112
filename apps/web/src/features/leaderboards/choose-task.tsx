import type { TaskItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { ChoiceList } from "../../ui/choice-list.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { SearchBox } from "../../ui/filters/search-box.tsx";
import { Page } from "../../ui/page.tsx";
import { TaskChoice } from "./choose-task-row.tsx";
import { ComparePicks } from "./compare/compare-picks.tsx";
import styles from "./leaderboards.module.css";
import { choicesQuery } from "./leaderboards.queries.ts";

/** Shown when the URL names no task: a list to choose from. */
export const ChooseTask = () => {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const words = params.get("q") ?? "";
  return (
    <Page title={t("screens.taskBenchmark.title")} about={t("leaderboards.choose.hint")}>
      <SearchBox
        label={t("leaderboards.choose.search")}
        value={words}
        onChange={(q) => setParams(q ? { q } : {}, { replace: true })}
      />
      <Choices words={words} />
    </Page>
  );
};

const GROUPS = ["judged", "waiting", "finished"] as const;

const Choices = ({ words }: { words: string }) => {
  const { t } = useTranslation();
  const [picked, setPicked] = useState<readonly TaskItem[]>([]);
  const { data, error, isFetching, refetch } = useQuery(choicesQuery(words));
  if (error) {
    return (
      <ErrorPanel
        title={t("leaderboards.choose.failed")}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton rows={6} />;
  if (GROUPS.every((group) => data[group].length === 0)) return <NoChoices isFiltered={words !== ""} />;
  const toggle = (task: TaskItem): void =>
    setPicked((now) =>
      now.some(({ id }) => id === task.id) ? now.filter(({ id }) => id !== task.id) : [...now, task],
    );
  return (
    <>
      <ChoiceList columns={5}>
        {GROUPS.filter((group) => data[group].length > 0).map((group) => (
          <section key={group} aria-labelledby={`choices-${group}`}>
            <h2 id={`choices-${group}`} className={styles.heading}>
              {t(`leaderboards.choose.${group}`)}
            </h2>
            <ul className="ds-choices">
              {data[group].map((task) => (
                <TaskChoice
                  key={task.id}
                  task={task}
                  picked={picked}
                  onPick={group === "finished" ? toggle : undefined}
                />
              ))}
            </ul>
          </section>
        ))}
      </ChoiceList>
      {data.hasMore ? <p className={styles.quiet}>{t("leaderboards.choose.more")}</p> : null}
      <ComparePicks picked={picked} onClear={() => setPicked([])} />
    </>
  );
};

const NoChoices = ({ isFiltered }: { isFiltered: boolean }) => {
  const { t } = useTranslation();
  if (isFiltered) {
    return (
      <EmptyState picture="lens" title={t("leaderboards.choose.noneFound")}>
        {t("leaderboards.choose.noneFoundHint")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t("leaderboards.choose.none")}
      action={<Link to={PATHS.taskManage}>{t("leaderboards.toTasks")}</Link>}
    >
      {t("leaderboards.choose.noneHint")}
    </EmptyState>
  );
};
