import type { ExportItem } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { ProgressTrack } from "../../../ui/feedback/progress-track.tsx";
import { StatusTag, type StatusTone } from "../../../ui/feedback/status-tag.tsx";
import { formatBrief, formatCount } from "../../../ui/format.ts";
import styles from "../exports.module.css";
import { isUnderWay } from "../exports.queries.ts";

const TONES: Record<ExportItem["status"], StatusTone> = {
  Waiting: "neutral",
  Running: "info",
  Finished: "success",
  Failed: "error",
  Cancelled: "neutral",
};

const ExportStatus = ({ status }: Pick<ExportItem, "status">) => {
  const { t } = useTranslation();
  return <StatusTag tone={TONES[status]}>{t(`exports.status.${status}`)}</StatusTag>;
};

/** The status, with progress while running. */
export const ExportState = ({ item }: { item: ExportItem }) => (
  <span className={styles.state}>
    <ExportStatus status={item.status} />
    {isUnderWay(item) && item.rows_total !== null ? <Bar done={item.rows_done} total={item.rows_total} /> : null}
  </span>
);

const Bar = ({ done, total }: { done: number; total: number }) => {
  const { t, i18n } = useTranslation();
  const label = t("exports.list.bar", {
    done: formatCount(done, i18n.language),
    total: formatCount(total, i18n.language),
  });
  return (
    <>
      <ProgressTrack label={label} done={done} total={total} widthPx={56} />
      <span className="ds-number">
        {formatBrief(done, i18n.language)} / {formatBrief(total, i18n.language)}
      </span>
    </>
  );
};
