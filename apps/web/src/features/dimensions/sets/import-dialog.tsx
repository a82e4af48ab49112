import { Button, Modal } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import styles from "../dimensions.module.css";
import { useImportSet } from "../dimensions.queries.ts";
import { ImportOutcome } from "./import-outcome.tsx";
import { readSetFile, type SetFile } from "./read-set-file.ts";
import setStyles from "./sets.module.css";

interface ImportDialogProps {
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

/** A file is first only looked at: what becomes of each dimension stands there before anything does. */
export const ImportDialog = ({ isOpen, onClose, onImported }: ImportDialogProps) => {
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
    <Modal
      open={isOpen}
      title={t("dimensions.import.title")}
      width={WIDTH_PX}
      mask={{ closable: false }}
      closable={{ "aria-label": t("ui.close") }}
      onCancel={real.isPending ? undefined : onClose}
      afterClose={reset}
      destroyOnHidden
      footer={[
        <Button key="close" disabled={real.isPending} onClick={onClose}>
          {t("ui.cancel")}
        </Button>,
        <Button key="apply" type="primary" disabled={isBlocked} loading={real.isPending} onClick={apply}>
          {t("dimensions.import.apply")}
        </Button>,
      ]}
    >
      <div className={setStyles.dialog}>
        <p className={styles.quiet}>{t("dimensions.import.hint")}</p>
        <div className={setStyles.fileChoice}>
          <FileButton
            name={t("dimensions.import.choose")}
            words={t(chosen === undefined ? "dimensions.import.choose" : "dimensions.import.chooseOther")}
            accept="application/json,.json"
            onRead={choose}
          />
          {chosen === undefined ? null : <span className="ds-mono">{chosen.name}</span>}
        </div>
        {trial.isPending ? <Skeleton rows={4} /> : null}
        {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
        {chosen ? <ImportOutcome content={chosen.content} planned={planned} /> : null}
      </div>
    </Modal>
  );
};
