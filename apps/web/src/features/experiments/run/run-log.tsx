import type { ExperimentRunDetail } from "@dailies/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { runLogQuery } from "../experiments.queries.ts";
import styles from "./run.module.css";

/** The end of the log, and what stands before it. */
export const RunLog = ({ run }: { run: ExperimentRunDetail }) => {
  const { t } = useTranslation();
  const log = useInfiniteQuery(runLogQuery(run.id));
  if (log.isPending) return <Skeleton rows={10} />;
  const chunks = [...(log.data?.pages ?? [])].reverse().flatMap(({ items }) => items);
  return (
    <div className={styles.stack}>
      {log.error ? <ErrorPanel isCompact error={log.error} onRetry={() => void log.refetch()} /> : null}
      <div className={styles.bar}>
        <Button disabled={!log.hasNextPage} loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t("experiments.run.earlier")}
        </Button>
        <Button loading={log.isRefetching} onClick={() => void log.refetch()}>
          {t("experiments.run.newer")}
        </Button>
      </div>
      {chunks.length === 0 && !log.error ? <p className={styles.quiet}>{t("experiments.run.noLog")}</p> : null}
      {chunks.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard.
        <pre role="log" className={styles.log} tabIndex={0} aria-label={t("experiments.tabs.log")}>
          {chunks.map(({ lines }) => `${lines.join("\n")}\n`).join("")}
        </pre>
      )}
    </div>
  );
};
