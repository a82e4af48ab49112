import type { DatasetDetail } from "@dailies/contract";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useCan } from "../../../lib/session.ts";
import { isRunning } from "../dataset.rules.ts";
import type { DatasetActs } from "../list/dataset-menu.tsx";
import { RunProgress } from "../run-progress.tsx";
import styles from "./detail.module.css";
import type { ShownVersion } from "./use-shown-version.ts";

interface DatasetNotesProps {
  dataset: DatasetDetail;
  shown: ShownVersion;
  acts: DatasetActs;
}

/** Warnings about the dataset; renders nothing if there are none. */
export const DatasetNotes = ({ dataset, shown, acts }: DatasetNotesProps) => {
  const { t } = useTranslation();
  const mayChange = useMayChange(dataset);
  if (shown.version === undefined) return null;
  const { run } = dataset;
  return (
    <>
      {isRunning(run) ? (
        <div className={styles.note}>
          <RunProgress dataset={dataset} run={run} onCancel={mayChange ? () => acts.cancel(dataset) : undefined} />
        </div>
      ) : null}
      {run?.status === "Failed" ? (
        <div className={styles.strip} data-tone="error" role="note">
          <p>{t("datasets.notes.lastFailed", { reason: run.error ?? t("datasets.notes.noReason") })}</p>
          <IndexAgain dataset={dataset} acts={acts} />
        </div>
      ) : null}
      <HealthNote dataset={dataset} acts={acts} />
      <ElsewhereNote dataset={dataset} version={shown.version} />
      {shown.isNewerReady && shown.newest !== undefined ? (
        <NewerNote newest={shown.newest} onShow={shown.show} />
      ) : null}
    </>
  );
};

const useMayChange = ({ is_mine }: DatasetDetail): boolean => {
  const isAdministrator = useCan()({ permission: "ADMIN_MANAGE_R" });
  return is_mine || isAdministrator;
};

const TROUBLES = ["stale", "missing", "unreachable"];

const HealthNote = ({ dataset, acts }: Omit<DatasetNotesProps, "shown">) => {
  const { t } = useTranslation();
  const { health } = dataset;
  if (!TROUBLES.includes(health.state)) return null;
  return (
    <div className={styles.strip} data-tone={health.state === "unreachable" ? "error" : "warning"} role="note">
      <p>{health.reason ?? t(`datasets.health.about.${health.state}`)}</p>
      {health.state === "stale" ? <IndexAgain dataset={dataset} acts={acts} /> : null}
    </div>
  );
};

const IndexAgain = ({ dataset, acts }: Omit<DatasetNotesProps, "shown">) => {
  const { t } = useTranslation();
  if (!useMayChange(dataset) || isRunning(dataset.run)) return null;
  return (
    <Button size="small" onClick={() => acts.index(dataset)}>
      {t("datasets.acts.index")}
    </Button>
  );
};

/** Columns from labels belong to one version: who opens another one would miss them. */
const ElsewhereNote = ({ dataset, version }: { dataset: DatasetDetail; version: number }) => {
  const { t } = useTranslation();
  const here = dataset.column_sets.filter((set) => set.version === version);
  const [newest] = dataset.column_sets.filter((set) => set.version !== version);
  if (here.length > 0 || newest === undefined) return null;
  return (
    <div className={styles.strip} data-tone="info" role="note">
      <p>{t("datasets.notes.columnsElsewhere", { name: newest.name, version: newest.version })}</p>
    </div>
  );
};

const NewerNote = ({ newest, onShow }: { newest: number; onShow: (version: number) => void }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.strip} data-tone="info" role="status">
      <p>{t("datasets.notes.newer", { version: newest })}</p>
      <Button size="small" onClick={() => onShow(newest)}>
        {t("datasets.notes.showNewer", { version: newest })}
      </Button>
    </div>
  );
};
