import type { BenchmarkDetail, GridCell } from "@dailies/contract";
import { useTranslation } from "react-i18next";
import { Confirm } from "../../../ui/feedback/confirm.tsx";
import { isUnderWay, type Offers } from "../benchmark.rules.ts";
import { useCancel, useExclude } from "../benchmarks.queries.ts";
import type { CellAddress } from "../cell-address.ts";
import { useCellsAt } from "../grid/use-grid-store.ts";
import { RegenerateDialog } from "../panel/regenerate-dialog.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

export type CellDialog = "regenerate" | "exclude" | "cancel";

interface CellDialogsProps {
  task: BenchmarkDetail;
  offers: Offers;
  address: CellAddress;
  dialog: CellDialog | undefined;
  onClose: () => void;
}

interface OneCellProps extends CellDialogsProps {
  /** Absent until it has been requested. */
  cell: GridCell | undefined;
}

export const CellDialogs = (props: CellDialogsProps) => {
  const { row, col, sample } = props.address;
  const cell = useCellsAt(row, col)?.find((each) => each.sample === sample);
  return props.dialog ? <OneDialog {...props} cell={cell} /> : null;
};

const OneDialog = (props: OneCellProps) => {
  const { task, offers, address, cell, dialog, onClose } = props;
  if (dialog === "regenerate") {
    return (
      <RegenerateDialog
        taskId={task.id}
        cell={address}
        column={task.columns_list[address.col]}
        seed={cell?.seed_used ?? null}
        isUnderWay={cell !== undefined && isUnderWay(cell.status)}
        makesStale={offers.makesStale}
        onClose={onClose}
      />
    );
  }
  if (dialog === "exclude") return <ExcludeDialog {...props} />;
  return dialog === "cancel" ? <CancelCell {...props} /> : null;
};

const ExcludeDialog = ({ task, address, cell, onClose }: OneCellProps) => {
  const { t } = useTranslation();
  const { mutateAsync } = useExclude(task.id, address);
  const isExcluded = cell?.status === "Excluded";
  return (
    <ReasonDialog
      title={t(isExcluded ? "benchmarks.exclude.includeTitle" : "benchmarks.exclude.title")}
      effect={t(isExcluded ? "benchmarks.exclude.includeEffect" : "benchmarks.exclude.effect")}
      action={t(isExcluded ? "benchmarks.exclude.includeAction" : "benchmarks.exclude.action")}
      onAct={(reason) => mutateAsync({ is_excluded: !isExcluded, reason })}
      onClose={onClose}
    />
  );
};

const CancelCell = ({ task, address, onClose }: OneCellProps) => {
  const { t } = useTranslation();
  const { mutateAsync } = useCancel(task.id);
  return (
    <Confirm
      isOpen
      isDangerous
      title={t("benchmarks.cancel.cellTitle")}
      effect={t("benchmarks.cancel.cellEffect")}
      action={t("benchmarks.cancel.cellAction")}
      onConfirm={() => mutateAsync(address)}
      onClose={onClose}
    />
  );
};
