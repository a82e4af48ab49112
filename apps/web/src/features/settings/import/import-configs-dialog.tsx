import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { ImportDialog } from "../../../ui/form/import-dialog.tsx";
import styles from "../editor/config-editor.module.css";
import { useImportConfigs } from "../settings.queries.ts";
import { ImportFaults } from "./import-faults.tsx";
import { type ImportRow, ImportRows } from "./import-rows.tsx";
import { type ImportFile, type ImportItems, readImport } from "./read-import.ts";

interface ImportConfigsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

interface Chosen {
  name: string;
  file: ImportFile;
}

const WIDTH_PX = 720;

const countChanges = (rows: readonly ImportRow[] | undefined): number =>
  (rows ?? []).filter(({ action }) => action === "create" || action === "update").length;

export const ImportConfigsDialog = ({ isOpen, onClose }: ImportConfigsDialogProps) => {
  const { t } = useTranslation();
  const { chosen, trial, real, choose, apply, reset } = useImport();
  const rows = real.data?.rows ?? trial.data?.rows;
  const count = countChanges(trial.data?.rows);
  const isDone = real.data !== undefined;
  const applyButton =
    rows === undefined || isDone ? null : (
      <Button type="primary" disabled={count === 0} loading={real.isPending} onClick={apply}>
        {count === 0 ? t("settings.import.nothing") : t("settings.import.apply", { count })}
      </Button>
    );
  return (
    <ImportDialog
      isOpen={isOpen}
      title={t("settings.import.title")}
      widthPx={WIDTH_PX}
      choose={{ first: t("settings.import.choose"), other: t("settings.import.chooseOther") }}
      fileName={chosen?.name}
      onChoose={choose}
      hint={<p className={styles.note}>{t(isDone ? "settings.import.done" : "settings.import.hint")}</p>}
      action={applyButton}
      isBusy={real.isPending}
      done={isDone ? { close: t("settings.import.close") } : undefined}
      className={styles.dialog}
      onClose={onClose}
      afterClose={reset}
    >
      <ImportBody chosen={chosen} isLooking={trial.isPending} error={real.error ?? trial.error}>
        {rows === undefined ? null : (
          <ImportRows name={t(isDone ? "settings.import.result" : "settings.import.preview")} rows={rows} />
        )}
      </ImportBody>
    </ImportDialog>
  );
};

interface ImportBodyProps {
  chosen: Chosen | undefined;
  isLooking: boolean;
  error: unknown;
  children: ReactNode;
}

const ImportBody = ({ chosen, isLooking, error, children }: ImportBodyProps) => {
  const { t } = useTranslation();
  if (chosen && chosen.file.kind !== "items") return <ImportFaults file={chosen.file} />;
  if (isLooking) return <Skeleton rows={4} />;
  return (
    <>
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      {children}
    </>
  );
};

const useImport = () => {
  const trial = useImportConfigs();
  const real = useImportConfigs();
  const [chosen, setChosen] = useState<Chosen>();

  const reset = (): void => {
    setChosen(undefined);
    trial.reset();
    real.reset();
  };
  const choose = (name: string, words: string): void => {
    reset();
    const file = readImport(words);
    setChosen({ name, file });
    if (file.kind === "items") trial.mutate({ items: file.items, is_dry_run: true });
  };
  const itemsOf = (): ImportItems => (chosen?.file.kind === "items" ? chosen.file.items : []);
  const apply = (): void => real.mutate({ items: itemsOf(), is_dry_run: false });
  return { chosen, trial, real, choose, apply, reset };
};
