import type { DatasetDetail } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../lib/session.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { isRunning } from "../dataset.rules.ts";
import type { DatasetActs } from "../list/dataset-menu.tsx";
import { RunProgress } from "../run-progress.tsx";
import styles from "./detail.module.css";

interface NoVersionProps {
  dataset: DatasetDetail;
  acts: DatasetActs;
}

/** Shown before the first version: indexing progress, or why there is none. */
export const NoVersion = ({ dataset, acts }: NoVersionProps) => {
  const { t } = useTranslation();
  const isAdministrator = useCan()({ permission: "ADMIN_MANAGE_R" });
  const mayChange = dataset.is_mine || isAdministrator;
  const { run } = dataset;
  const isUnderWay = isRunning(run);
  return (
    <div className={styles.noVersion}>
      <EmptyState
        title={t(isUnderWay ? "datasets.notes.indexing" : "datasets.notes.noVersion")}
        action={
          mayChange && !isUnderWay ? (
            <Button type="primary" onClick={() => acts.index(dataset)}>
              {t("datasets.acts.index")}
            </Button>
          ) : undefined
        }
      >
        {t(isUnderWay ? "datasets.notes.indexingHint" : "datasets.notes.noVersionHint")}
      </EmptyState>
      {run ? (
        <div className={styles.noVersionRun}>
          <RunProgress
            dataset={dataset}
            run={run}
            onCancel={mayChange && isUnderWay ? () => acts.cancel(dataset) : undefined}
          />
        </div>
      ) : null}
    </div>
  );
};
