import type { BenchmarkDetail, BenchmarkRow } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { useExcludeRows } from "../benchmarks.queries.ts";
import { ReasonDialog } from "../dialogs/reason-dialog.tsx";

interface ExcludeRowDialogProps {
  task: BenchmarkDetail;
  row: BenchmarkRow;
  onClose: () => void;
}

export const ExcludeRowDialog = ({ task, row, onClose }: ExcludeRowDialogProps) => {
  const { t } = useTranslation();
  const { mutateAsync } = useExcludeRows(task.id);
  const act = row.is_excluded ? "include" : "exclude";
  const isGenerating = task.status === "Generating";
  return (
    <ReasonDialog
      title={t(`benchmarks.excludeRow.${act}.title`, { row: row.index + 1 })}
      effect={t(`benchmarks.excludeRow.${act}.${isGenerating ? "effectGenerating" : "effect"}`)}
      action={t(`benchmarks.excludeRow.${act}.action`)}
      onAct={(reason) => mutateAsync({ row_ids: [row.id], is_excluded: !row.is_excluded, reason })}
      onClose={onClose}
    />
  );
};
