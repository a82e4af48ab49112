import { LABEL_EXPORT_ANSWERS, LABEL_EXPORT_FORMATS, LABEL_EXPORT_SHAPES } from "@dailies/contract";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRequestKeys } from "../../../shared/export-file/use-request-keys.ts";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { AsOfInput, Choice } from "./choice.tsx";
import styles from "./exports.module.css";
import { type ExportBody, useExportLabels } from "./exports.queries.ts";

type Form = Required<Pick<ExportBody, "format" | "shape" | "answers">> & { asOf: string | undefined };

/** What the file contains, and in which form. */
export const ExportForm = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation();
  const [form, setForm] = useState<Form>({ format: "jsonl", shape: "long", answers: "raw", asOf: undefined });
  const { mutate, isPending, error } = useExportLabels(taskId);
  const requestKeys = useRequestKeys();
  const isFixed = form.format === "label_studio";
  // Label Studio JSON has one form; what was chosen for the others stays chosen.
  const { shape, answers } = isFixed ? ({ shape: "long", answers: "raw" } as const) : form;
  const start = (): void => {
    const body = { format: form.format, shape, answers, ...(form.asOf !== undefined && { as_of: form.asOf }) };
    const choice = JSON.stringify(body);
    mutate({ ...body, request_key: requestKeys.keyOf(choice) }, { onSuccess: () => requestKeys.forget(choice) });
  };
  return (
    <div className={styles.stack}>
      <Choice
        label={t("labelling.exports.format")}
        value={form.format}
        options={LABEL_EXPORT_FORMATS.map((value) => ({ value, label: t(`labelling.exports.formats.${value}`) }))}
        onChange={(format) => setForm({ ...form, format })}
      />
      <div className={styles.grid}>
        <Choice
          label={t("labelling.exports.shape")}
          value={shape}
          options={LABEL_EXPORT_SHAPES.map((value) => ({
            value,
            label: t(`labelling.exports.shapes.${value}`),
            disabled: isFixed,
          }))}
          help={t(isFixed ? "labelling.exports.fixedHelp" : `labelling.exports.shapeHelp.${shape}`)}
          onChange={(next) => setForm({ ...form, shape: next })}
        />
        <Choice
          label={t("labelling.exports.answers")}
          value={answers}
          options={LABEL_EXPORT_ANSWERS.map((value) => ({
            value,
            label: t(`labelling.exports.answer.${value}`),
            disabled: isFixed,
          }))}
          help={t(`labelling.exports.answerHelp.${answers}`)}
          onChange={(next) => setForm({ ...form, answers: next })}
        />
        <AsOfInput value={form.asOf} onChange={(asOf) => setForm({ ...form, asOf })} />
      </div>
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      <div>
        <Button type="primary" loading={isPending} onClick={start}>
          {t("labelling.exports.start")}
        </Button>
      </div>
    </div>
  );
};
