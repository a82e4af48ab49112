import { Button, Modal } from "antd";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { CSV_MIME } from "../../../lib/csv.ts";
import { downloadText } from "../../../lib/download-text.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { StepLine } from "../../../ui/feedback/step-line.tsx";
import { formatCount } from "../../../ui/format.ts";
import { ChooseFile } from "./choose-file.tsx";
import styles from "./import.module.css";
import { reportCsv } from "./import-csv.ts";
import { ImportTable } from "./import-table.tsx";
import { type ImportStep, useImport } from "./use-import.ts";

const STEPS = ["choose", "preview", "report"] as const satisfies readonly ImportStep["at"][];

/** Imports users from a file in three steps; nothing is written before the preview. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(true);
  const flow = useImport();
  return (
    <Modal
      open={isOpen}
      title={t("users.import.title")}
      width={960}
      footer={<ImportButtons {...flow} onClose={() => setIsOpen(false)} />}
      mask={{ closable: false }}
      closable={{ "aria-label": t("ui.close"), disabled: flow.isBusy }}
      onCancel={() => setIsOpen(false)}
      afterClose={onClose}
      destroyOnHidden
    >
      <StepLine steps={STEPS} at={flow.step.at} nameOf={(name) => t(`users.import.steps.${name}`)} />
      <div className={styles.body}>
        {flow.error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={flow.error} /> : null}
        <StepBody flow={flow} />
      </div>
    </Modal>
  );
};

type Flow = ReturnType<typeof useImport>;

const StepBody = ({ flow }: { flow: Flow }) => {
  const { t } = useTranslation();
  const { step } = flow;
  if (step.at === "choose") {
    return <ChooseFile isBusy={flow.isBusy} onChosen={(name, csv) => void flow.preview(name, csv)} />;
  }
  if (step.at === "report") {
    return (
      <>
        <p className={styles.lead}>{t("users.import.reportHint")}</p>
        <ImportTable {...step.lines} isDone />
      </>
    );
  }
  return (
    <>
      {step.hasMoved ? (
        <p role="alert" className={styles.moved}>
          {t("users.import.moved")}
        </p>
      ) : (
        <p className={styles.lead}>{t("users.import.previewHint", { name: step.name })}</p>
      )}
      <ImportTable {...step.lines} isDone={false} />
    </>
  );
};

const ImportButtons = ({ step, isBusy, run, restart, onClose }: Flow & { onClose: () => void }): ReactNode => {
  const { t, i18n } = useTranslation();
  if (step.at === "choose") return <Button onClick={onClose}>{t("ui.cancel")}</Button>;
  const { rows, counts } = step.lines;
  const download = (
    <Button onClick={() => downloadText("users-import.csv", reportCsv(rows), CSV_MIME)}>
      {t("users.import.download")}
    </Button>
  );
  if (step.at === "report") {
    return (
      <>
        {download}
        <Button type="primary" onClick={onClose}>
          {t("users.import.finish")}
        </Button>
      </>
    );
  }
  const people = counts.create + counts.update;
  return (
    <>
      {download}
      <Button disabled={isBusy} onClick={restart}>
        {t("users.import.another")}
      </Button>
      <Button type="primary" disabled={people === 0} loading={isBusy} onClick={() => void run()}>
        {people === 0
          ? t("users.import.nothing")
          : t("users.import.run", { count: people, shown: formatCount(people, i18n.language) })}
      </Button>
    </>
  );
};
