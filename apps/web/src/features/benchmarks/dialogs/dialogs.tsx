import type { BenchmarkColumn, BenchmarkDetail, BenchmarkRow } from "@dailies/contract";
import type { Offers } from "../benchmark.rules.ts";
import { ColumnDialog } from "../columns/column-dialog.tsx";
import type { ImportAddress } from "../row-imports/use-import-address.ts";
import { ExcludeRowDialog } from "../rows/exclude-row-dialog.tsx";
import { ImportRowsDialog } from "../rows/import-rows-dialog.tsx";
import { RowDialog } from "../rows/row-dialog.tsx";
import { GenerateDialog } from "../toolbar/generate-dialog.tsx";
import { RetryDialog } from "../toolbar/retry-dialog.tsx";
import { SettingsDialog } from "../toolbar/settings-dialog.tsx";
import { TaskConfirm, type TaskQuestion } from "./task-confirm.tsx";

export type Dialog =
  | { at: "generate" | "settings" | "import" | "retry" }
  | { at: "row"; row?: BenchmarkRow }
  | { at: "excludeRow"; row: BenchmarkRow }
  | { at: "column"; column?: BenchmarkColumn }
  | TaskQuestion;

export type OpenDialog = (dialog: Dialog | undefined) => void;

interface DialogsProps {
  task: BenchmarkDetail;
  offers: Offers;
  dialog: Dialog | undefined;
  importing: ImportAddress;
  onOpen: OpenDialog;
}

export const Dialogs = ({ task, offers, dialog, importing, onOpen }: DialogsProps) => {
  const close = (): void => onOpen(undefined);
  if (!dialog) return null;
  switch (dialog.at) {
    case "generate":
      return <GenerateDialog task={task} onClose={close} />;
    case "settings":
      return <SettingsDialog task={task} onClose={close} />;
    case "import":
      return (
        <ImportRowsDialog
          task={task}
          given={importing.given}
          onAddColumn={(chosen) => {
            importing.set(chosen);
            onOpen({ at: "column" });
          }}
          onClose={() => {
            if (importing.given) importing.set(undefined);
            close();
          }}
        />
      );
    case "retry":
      return <RetryDialog task={task} onClose={close} />;
    case "row":
      return (
        <RowDialog
          task={task}
          row={dialog.row}
          offers={offers}
          onRemove={(row) => onOpen({ at: "removeRow", row })}
          onExclude={(row) => onOpen({ at: "excludeRow", row })}
          onClose={close}
        />
      );
    case "excludeRow":
      return <ExcludeRowDialog task={task} row={dialog.row} onClose={close} />;
    case "column":
      return (
        <ColumnDialog
          task={task}
          column={dialog.column}
          offers={offers}
          onRemove={(column) => onOpen({ at: "removeColumn", column })}
          onClose={close}
        />
      );
    default:
      return <TaskConfirm task={task} question={dialog} onClose={close} />;
  }
};
