import type { DatasetExport } from "@dailies/contract";
import { datasetCatalogueRoutes } from "@dailies/contract/datasets/catalogue-routes";
import { addressOf } from "@dailies/contract/route-address";
import { useTranslation } from "react-i18next";
import { Progress, type ProgressState } from "../../../../ui/feedback/progress.tsx";
import { formatBytes, formatCount } from "../../../../ui/format.ts";
import { Time } from "../../../../ui/time.tsx";
import { useCancelExport } from "../items-acts.queries.ts";
import { useBrowser } from "../url-state/browser-context.ts";
import styles from "./exports.module.css";

const STATES: Record<DatasetExport["status"], ProgressState> = {
  Waiting: "running",
  Running: "running",
  Finished: "done",
  Failed: "failed",
  Cancelled: "cancelled",
};

/** One export: its progress, then its download link. */
export const ExportRow = ({ file }: { file: DatasetExport }) => {
  const { t, i18n } = useTranslation();
  const { dataset } = useBrowser();
  const { mutate, isPending } = useCancelExport(dataset.id);
  const name = t("datasetItems.exports.file", { format: t(`datasetItems.exports.${file.format}`) });
  if (file.status === "Finished") {
    return (
      <div className={styles.file}>
        <a
          className={styles.link}
          href={addressOf(datasetCatalogueRoutes.downloadItemExport, { params: { id: file.id } })}
        >
          {t("datasetItems.exports.download", { format: t(`datasetItems.exports.${file.format}`) })}
        </a>
        <span className={`${styles.facts} ds-number`}>
          {t("datasetItems.exports.rows", { count: file.rows_done, shown: formatCount(file.rows_done, i18n.language) })}
          {file.bytes === null ? null : <span>{formatBytes(file.bytes, i18n.language)}</span>}
          <Time at={file.finished_at ?? file.created_at} />
        </span>
      </div>
    );
  }
  return (
    <div className={styles.file}>
      <Progress
        label={name}
        done={file.rows_done}
        {...(file.rows_total !== null && { total: file.rows_total })}
        state={STATES[file.status]}
        isUntimed
        onCancel={() => mutate(file.id)}
        isCancelling={isPending}
      />
      {file.error === null ? null : <p className={styles.fault}>{file.error}</p>}
    </div>
  );
};
