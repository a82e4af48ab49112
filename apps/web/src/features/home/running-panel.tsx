import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { ErrorPanel } from "../../ui/feedback/error-panel.tsx";
import { formatCount } from "../../ui/format.ts";
import styles from "./home.module.css";
import { generatingQuery } from "./home.queries.ts";
import { type RunningTask, runningTasksOf } from "./queue.rules.ts";

/** The user's benchmarks that are being generated. */
export const RunningPanel = () => {
  const { t } = useTranslation();
  const generating = useQuery(generatingQuery);
  if (generating.isError)
    return (
      <ErrorPanel
        isCompact
        title={t("home.running.failed")}
        error={generating.error}
        onRetry={() => void generating.refetch()}
      />
    );
  const running = runningTasksOf(generating.data ?? []);
  if (running.length === 0)
    return <p className={styles.quiet}>{t(generating.isLoading ? "home.running.loading" : "home.running.nothing")}</p>;
  return (
    <ul className={styles.entries}>
      {running.map((task) => (
        <RunningLine key={task.id} task={task} />
      ))}
    </ul>
  );
};

const RunningLine = ({ task: { id, name, progress } }: { task: RunningTask }) => {
  const { t, i18n } = useTranslation();
  const done = formatCount(progress.succeeded, i18n.language);
  const total = formatCount(progress.total, i18n.language);
  return (
    <li>
      <Link to={`${PATHS.taskGenerate}?task=${id}`} className={styles.runningLine}>
        <span className={styles.entryTitle}>{name}</span>
        <progress
          className={styles.bar}
          value={progress.succeeded}
          max={progress.total}
          aria-label={t("home.running.bar", { name, done, total })}
        />
        <span className={styles.entryDetail}>
          {done} / {total}
        </span>
      </Link>
    </li>
  );
};
