import { type LabelField, MAX_PREFILL_BYTES } from "@dailies/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { newRequestKey } from "../../../lib/api/request-key.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { ChooseFileButton } from "../../../ui/file-button.tsx";
import { formatBytes } from "../../../ui/format.ts";
import styles from "./prefill.module.css";
import { type ChosenFile, useImportPrefill } from "./prefill.queries.ts";

const formatOf = ({ name }: File): ChosenFile["format"] => (/\.(csv|txt)$/i.test(name) ? "csv" : "jsonl");

const FormatHelp = ({ fields }: { fields: readonly LabelField[] }) => {
  const { t } = useTranslation();
  const keys = fields.slice(0, 2).map(({ key }) => key);
  const line = { key: "clip-0001", values: Object.fromEntries(keys.map((key) => [key, "…"])), score: 0.93 };
  return (
    <div className={styles.quiet}>
      <p>{t("labelling.prefill.csv", { example: ["key", ...keys, "score"].join(",") })}</p>
      <p>{t("labelling.prefill.jsonl", { example: JSON.stringify(line) })}</p>
      <p>{t("labelling.prefill.score")}</p>
    </div>
  );
};

interface FileFormProps {
  taskId: string;
  fields: readonly LabelField[];
  onDone: () => void;
}

/** Imports the values of a file. */
export const FileForm = ({ taskId, fields, onDone }: FileFormProps) => {
  const { t, i18n } = useTranslation();
  const { message } = App.useApp();
  const [chosen, setChosen] = useState<ChosenFile>();
  const { mutate, isPending, error, sentBytes } = useImportPrefill(taskId);
  const size = (bytes: number): string => formatBytes(bytes, i18n.language);
  const faultOf = ({ file }: ChosenFile): string | undefined => {
    if (file.size === 0) return t("labelling.prefill.empty");
    return file.size > MAX_PREFILL_BYTES
      ? t("labelling.prefill.tooLarge", { most: size(MAX_PREFILL_BYTES) })
      : undefined;
  };
  const fault = chosen && faultOf(chosen);
  const start = (file: ChosenFile): void =>
    mutate(file, {
      onSuccess: () => {
        void message.success(t("labelling.prefill.started", { name: file.file.name }));
        setChosen(undefined);
      },
    });
  return (
    <div className={styles.stack}>
      <FormatHelp fields={fields} />
      <div className={styles.chosen}>
        <ChooseFileButton
          name={t("labelling.prefill.choose")}
          words={chosen ? t("labelling.prefill.another") : t("labelling.prefill.choose")}
          accept=".csv,.jsonl,.ndjson,.txt"
          isDisabled={isPending}
          onFile={(file) => setChosen({ file, format: formatOf(file), requestKey: newRequestKey() })}
        />
        {chosen ? (
          <span className={styles.name}>
            {t("labelling.prefill.chosen", {
              name: chosen.file.name,
              size: size(chosen.file.size),
              format: chosen.format.toUpperCase(),
            })}
          </span>
        ) : null}
      </div>
      {fault ? (
        <p role="status" className={styles.fault}>
          {fault}
        </p>
      ) : null}
      {chosen && isPending ? (
        <p role="status" className={`${styles.quiet} ds-number`}>
          {t("labelling.prefill.sending", { sent: size(sentBytes), size: size(chosen.file.size) })}
        </p>
      ) : null}
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      <div className="ds-form-buttons">
        <Button onClick={onDone}>{t("ui.close")}</Button>
        <Button
          type="primary"
          loading={isPending}
          disabled={!chosen || fault !== undefined}
          onClick={() => chosen && start(chosen)}
        >
          {t("labelling.prefill.start")}
        </Button>
      </div>
    </div>
  );
};
