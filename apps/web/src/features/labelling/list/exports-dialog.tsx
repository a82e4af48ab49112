import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";

const ExportPanel = lazyPart(async () => (await import("../exports/export-panel.tsx")).ExportPanel);

interface ExportsDialogProps {
  taskId: string;
  name: string;
  onClose: () => void;
}

/** Exports the labels of a task in the background, as files or as columns of the dataset. */
export const ExportsDialog = ({ taskId, name, onClose }: ExportsDialogProps) => {
  const { t } = useTranslation();
  return (
    <FormDialog title={t("labelling.exports.title", { name })} widthPx={720} onClose={onClose}>
      <Suspense fallback={<Skeleton rows={6} />}>
        <ExportPanel taskId={taskId} />
      </Suspense>
    </FormDialog>
  );
};
