import type { Board } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { formatCount } from "../../../ui/format.ts";
import { Page } from "../../../ui/page.tsx";
import { axesOf, MAX_COMPARED, MIN_COMPARED } from "../board.rules.ts";
import styles from "../leaderboards.module.css";
import { compareQuery } from "../leaderboards.queries.ts";
import { useBoardUrlState } from "../use-url-state.ts";
import compareStyles from "./compare.module.css";
import { CompareFaults } from "./compare-faults.tsx";
import { ComparedBoard } from "./compared-board.tsx";

/** Finished tasks side by side, with obstacles to comparison first. */
export const CompareTasks = ({ ids }: { ids: readonly string[] }) => {
  const { t } = useTranslation();
  const isPossible = ids.length >= MIN_COMPARED && ids.length <= MAX_COMPARED;
  return (
    <Page title={t("leaderboards.compare.title")} about={t("leaderboards.compare.about")}>
      {isPossible ? (
        <Compared ids={ids} />
      ) : (
        <EmptyState
          picture="lens"
          title={t("leaderboards.compare.wrongCount")}
          action={<Link to={PATHS.taskBenchmark}>{t("leaderboards.compare.choose")}</Link>}
        >
          {t("leaderboards.compare.wrongCountHint")}
        </EmptyState>
      )}
    </Page>
  );
};

const Compared = ({ ids }: { ids: readonly string[] }) => {
  const { t, i18n } = useTranslation();
  const { values } = useBoardUrlState();
  const { data, error, isFetching, refetch } = useQuery(compareQuery(ids));
  if (error) {
    return (
      <ErrorPanel
        title={t("leaderboards.compare.failed")}
        error={error}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton rows={10} />;
  const [first] = data.boards.flatMap(axesOf);
  const key = values.axis ?? first?.key;
  return (
    <>
      <CompareFaults faults={data.faults} />
      <div className={styles.controls}>
        <AxisChoice boards={data.boards} value={key} />
        <span className={styles.quiet}>
          {t("leaderboards.compare.sharedPrompts", {
            count: data.shared_prompts,
            shown: formatCount(data.shared_prompts, i18n.language),
          })}
        </span>
      </div>
      <div className={compareStyles.boards}>
        {data.boards.map((board) => (
          <ComparedBoard key={board.task_id} board={board} axisKey={key} />
        ))}
      </div>
    </>
  );
};

/** The union of all axes; a task without the selected axis says so. */
const AxisChoice = ({ boards, value }: { boards: readonly Board[]; value: string | undefined }) => {
  const { t } = useTranslation();
  const { set } = useBoardUrlState();
  const id = useId();
  const names = new Map(boards.flatMap((board) => axesOf(board).map(({ key, name }) => [key, name] as const)));
  return (
    <>
      <label htmlFor={id} className={styles.quiet}>
        {t("leaderboards.controls.axis")}
      </label>
      <Select
        id={id}
        className={styles.axis}
        value={value}
        options={[...names].map(([key, label]) => ({ value: key, label }))}
        onChange={(key: string) => set({ axis: key })}
      />
    </>
  );
};
