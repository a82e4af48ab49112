import { LABEL_EXPORT_FORMATS, type LabelExport } from "@dailies/contract";
import { labelHistoryRoutes } from "@dailies/contract/labelling/history-routes";
import { addressOf } from "@dailies/contract/route-address";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Progress, type ProgressState } from "../../../ui/feedback/progress.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatBytes, formatCount } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { labelExportsQuery, useCancelExport, useExportLabels } from "../labelling.queries.ts";
import styles from "./list.module.css";

interface ExportsDialogProps {
  taskId: string;
  name: string;
  onClose: () => void;
}

/** Exports the labels in the background, and lists the exports with their status. */
export const ExportsDialog = ({ taskId, name, onClose }: ExportsDialogProps) => {
  const { t } = useTranslation();
  return (
    <FormDialog title={t("labelling.exports.title", { name })} onClose={onClose}>
      <Exports taskId={taskId} />
    </FormDialog>
  );
};

const Exports = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(labelExportsQuery(taskId));
  const { mutate, isPending, variables, error: refusal } = useExportLabels(taskId);
  const [requestKeys, setRequestKeys] = useState<Readonly<Record<string, string>>>({});
  const start = (format: (typeof LABEL_EXPORT_FORMATS)[number]): void => {
    // Reuse the idempotency key until a response arrives, so that a second click does not create a second export.
    const request_key = requestKeys[format] ?? newRequestKey();
    setRequestKeys((now) => ({ ...now, [format]: request_key }));
    mutate({ format, request_key }, { onSuccess: () => setRequestKeys(({ [format]: _done, ...rest }) => rest) });
  };
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t("labelling.exports.about")}</p>
      <div className={styles.formats}>
        {LABEL_EXPORT_FORMATS.map((format) => (
          <Button key={format} loading={isPending && variables?.format === format} onClick={() => start(format)}>
            {t(`labelling.exports.start.${format}`)}
          </Button>
        ))}
      </div>
      {refusal ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={refusal} /> : null}
      {error ? <ErrorPanel isCompact error={error} onRetry={() => void refetch()} /> : null}
      {data?.items.map((file) => (
        <ExportRow key={file.id} file={file} />
      ))}
      {data?.items.length === 0 ? <p className={styles.quiet}>{t("labelling.exports.none")}</p> : null}
    </div>
  );
};

const STATES: Record<LabelExport["status"], ProgressState> = {
  Waiting: "running",
  Running: "running",
  Finished: "done",
  Failed: "failed",
  Cancelled: "cancelled",
};

/** One export: its progress, then its download link. */
const ExportRow = ({ file }: { file: LabelExport }) => {
  const { t, i18n } = useTranslation();
  const { mutate, isPending } = useCancelExport(file.task_id);
  const format = file.format.toUpperCase();
  if (file.status === "Finished") {
    return (
      <div className={styles.file}>
        <a href={addressOf(labelHistoryRoutes.downloadLabelExport, { params: { id: file.id } })}>
          {t("labelling.exports.download", { format })}
        </a>
        <span className={`${styles.facts} ds-number`}>
          {t("labelling.exports.rows", { count: file.rows_done, shown: formatCount(file.rows_done, i18n.language) })}
          {file.bytes === null ? null : <span>{formatBytes(file.bytes, i18n.language)}</span>}
          <Time at={file.finished_at ?? file.created_at} />
        </span>
      </div>
    );
  }
  return (
    <div className={styles.file}>
      <Progress
        label={t("labelling.exports.file", { format })}
        done={file.rows_done}
        state={STATES[file.status]}
        isUntimed
        onCancel={() => mutate(file.id)}
        isCancelling={isPending}
      />
      {file.error === null ? null : <p className={styles.fault}>{file.error}</p>}
    </div>
  );
};
