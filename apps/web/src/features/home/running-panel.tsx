import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { formatCount } from "../../ui/format.ts";
import styles from "./home.module.css";
import type { RunningTask } from "./queue.rules.ts";
import { useQueue } from "./use-queue.ts";

/** The user's benchmarks that are being generated. */
export const RunningPanel = () => {
  const { t } = useTranslation();
  const { running, isLoading } = useQueue();
  if (running.length === 0)
    return <p className={styles.quiet}>{isLoading ? t("home.running.loading") : t("home.running.nothing")}</p>;
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
