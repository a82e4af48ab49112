import { LABEL_EXPORT_FORMATS, type LabelExport } from "@dailies/contract";
import { labelHistoryRoutes } from "@dailies/contract/labelling/history-routes";
import { addressOf } from "@dailies/contract/route-address";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { ExportFile } from "../../../shared/export-file/export-file.tsx";
import { useRequestKeys } from "../../../shared/export-file/use-request-keys.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { formatCount } from "../../../ui/format.ts";
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
  const requestKeys = useRequestKeys();
  const start = (format: (typeof LABEL_EXPORT_FORMATS)[number]): void =>
    mutate({ format, request_key: requestKeys.keyOf(format) }, { onSuccess: () => requestKeys.forget(format) });
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

const ExportRow = ({ file }: { file: LabelExport }) => {
  const { t, i18n } = useTranslation();
  const { mutate, isPending } = useCancelExport(file.task_id);
  const format = file.format.toUpperCase();
  return (
    <ExportFile
      file={file}
      name={t("labelling.exports.file", { format })}
      href={addressOf(labelHistoryRoutes.downloadLabelExport, { params: { id: file.id } })}
      download={t("labelling.exports.download", { format })}
      rows={t("labelling.exports.rows", { count: file.rows_done, shown: formatCount(file.rows_done, i18n.language) })}
      onCancel={() => mutate(file.id)}
      isCancelling={isPending}
    />
  );
};
