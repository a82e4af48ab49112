import type { DatasetExport } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Progress, type ProgressState } from "../../ui/feedback/progress.tsx";
import { formatBytes } from "../../ui/format.ts";
import { Time } from "../../ui/time.tsx";
import styles from "./export-file.module.css";

const STATES: Record<DatasetExport["status"], ProgressState> = {
  Waiting: "running",
  Running: "running",
  Finished: "done",
  Failed: "failed",
  Cancelled: "cancelled",
};

interface ExportFileProps {
  file: Pick<DatasetExport, "status" | "rows_done" | "bytes" | "error" | "created_at" | "finished_at"> & {
    rows_total?: number | null;
  };
  /** While it is written. */
  name: string;
  href: string;
  download: string;
  rows: string;
  onCancel: () => void;
  isCancelling: boolean;
}

/** One export: its progress, then its download link. */
export const ExportFile = ({ file, name, href, download, rows, onCancel, isCancelling }: ExportFileProps) => {
  const { i18n } = useTranslation();
  if (file.status === "Finished") {
    return (
      <div className={styles.file}>
        <a className={styles.link} href={href}>
          {download}
        </a>
        <span className={`${styles.facts} ds-number`}>
          {rows}
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
        {...(typeof file.rows_total === "number" && { total: file.rows_total })}
        state={STATES[file.status]}
        isUntimed
        onCancel={onCancel}
        isCancelling={isCancelling}
      />
      {file.error === null ? null : <p className={styles.fault}>{file.error}</p>}
    </div>
  );
};
