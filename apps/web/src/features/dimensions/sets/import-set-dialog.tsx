import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { ImportDialog } from "../../../ui/form/import-dialog.tsx";
import styles from "../dimensions.module.css";
import { useImportSet } from "../dimensions.queries.ts";
import { ImportOutcome } from "./import-outcome.tsx";
import { readSetFile, type SetFile } from "./read-set-file.ts";
import setStyles from "./sets.module.css";

interface ImportSetDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onImported: (id: string) => void;
}

interface Chosen {
  name: string;
  content: SetFile;
  requestKey: string;
}

const WIDTH_PX = 640;

export const ImportSetDialog = ({ isOpen, onClose, onImported }: ImportSetDialogProps) => {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Chosen>();
  const trial = useImportSet();
  const real = useImportSet();
  const reset = (): void => {
    setChosen(undefined);
    trial.reset();
    real.reset();
  };
  const choose = (name: string, words: string): void => {
    reset();
    const content = readSetFile(words);
    const requestKey = newRequestKey();
    setChosen({ name, content, requestKey });
    if (content.kind === "file") trial.mutate({ file: content.file, is_dry_run: true, request_key: requestKey });
  };
  const apply = (): void => {
    if (chosen?.content.kind !== "file") return;
    const body = { file: chosen.content.file, is_dry_run: false, request_key: chosen.requestKey };
    real.mutate(body, { onSuccess: ({ template }) => template && onImported(template.id) });
  };
  const planned = trial.data?.dimensions;
  const isBlocked = planned === undefined || planned.some(({ outcome }) => outcome === "taken");
  const error = real.error ?? trial.error;
  return (
    <ImportDialog
      isOpen={isOpen}
      title={t("dimensions.import.title")}
      widthPx={WIDTH_PX}
      choose={{ first: t("dimensions.import.choose"), other: t("dimensions.import.chooseOther") }}
      fileName={chosen?.name}
      onChoose={choose}
      hint={<p className={styles.quiet}>{t("dimensions.import.hint")}</p>}
      action={
        <Button type="primary" disabled={isBlocked} loading={real.isPending} onClick={apply}>
          {t("dimensions.import.apply")}
        </Button>
      }
      isBusy={real.isPending}
      className={setStyles.dialog}
      onClose={onClose}
      afterClose={reset}
    >
      {trial.isPending ? <Skeleton rows={4} /> : null}
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      {chosen ? <ImportOutcome content={chosen.content} planned={planned} /> : null}
    </ImportDialog>
  );
};
