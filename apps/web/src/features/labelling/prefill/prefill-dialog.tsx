import { comparesClips, type LabelTaskDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Radio } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { labelTaskQuery } from "../labelling.queries.ts";
import { FileForm } from "./file-form.tsx";
import { ModelForm } from "./model/model-form.tsx";
import styles from "./prefill.module.css";
import { PrefillFiles } from "./prefill-files.tsx";

interface PrefillDialogProps {
  taskId: string;
  name: string;
  onClose: () => void;
}

/** Sets values that fields start with, from a file or by a model, and shows what came of earlier ones. */
export const PrefillDialog = ({ taskId, name, onClose }: PrefillDialogProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(labelTaskQuery(taskId));
  return (
    <FormDialog title={t("labelling.prefill.title", { name })} widthPx={680} onClose={onClose}>
      {(close) => {
        if (data) return <PrefillForm task={data} onDone={close} />;
        return error ? <ErrorPanel isCompact error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} />;
      }}
    </FormDialog>
  );
};

const SOURCES = ["file", "model"] as const;

interface PrefillFormProps {
  task: LabelTaskDetail;
  onDone: () => void;
}

const PrefillForm = ({ task, onDone }: PrefillFormProps) => {
  const { t } = useTranslation();
  const [source, setSource] = useState<(typeof SOURCES)[number]>("file");
  const { id: taskId, fields } = task;
  return (
    <div className={styles.stack}>
      <p>{t("labelling.prefill.about")}</p>
      <Radio.Group
        aria-label={t("labelling.prefillModel.source")}
        value={source}
        options={SOURCES.map((value) => ({ value, label: t(`labelling.prefillModel.from.${value}`) }))}
        onChange={({ target }) => setSource(target.value as (typeof SOURCES)[number])}
      />
      {source === "file" ? <FileForm taskId={taskId} fields={fields} onDone={onDone} /> : null}
      {source === "model" && comparesClips(fields) ? (
        <p className={styles.quiet}>{t("labelling.prefillModel.onePerClip")}</p>
      ) : null}
      {source === "model" && !comparesClips(fields) ? <ModelForm task={task} onDone={onDone} /> : null}
      <section className={styles.list} aria-label={t("labelling.prefill.files")}>
        <PrefillFiles taskId={taskId} />
      </section>
    </div>
  );
};
