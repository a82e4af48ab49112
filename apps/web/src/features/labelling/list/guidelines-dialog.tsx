import type { LabelTaskDetail } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { GuidelinesEditor } from "../guidelines/guidelines-editor.tsx";
import { labelTaskQuery, useUpdateGuidelines } from "../labelling.queries.ts";
import styles from "./list.module.css";

interface GuidelinesDialogProps {
  taskId: string;
  name: string;
  onClose: () => void;
}

/** Writes the next version of the guidelines; labels keep the version that they were made under. */
export const GuidelinesDialog = ({ taskId, name, onClose }: GuidelinesDialogProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(labelTaskQuery(taskId));
  return (
    <FormDialog title={t("labelling.guidelines.of", { name })} widthPx={960} onClose={onClose}>
      {(close) => {
        if (data) return <Guidelines task={data} onDone={close} />;
        return error ? <ErrorPanel isCompact error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} />;
      }}
    </FormDialog>
  );
};

const Guidelines = ({ task, onDone }: { task: LabelTaskDetail; onDone: () => void }) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { version, text: before } = task.guidelines;
  const [text, setText] = useState(before);
  const { mutate, isPending, error } = useUpdateGuidelines(task.id);
  const save = (): void =>
    mutate(
      { text, expect_version: version },
      {
        onSuccess: (saved) => {
          void message.success(t("labelling.guidelines.saved", { version: saved.version }));
          onDone();
        },
      },
    );
  return (
    <div className={styles.stack}>
      <p className={styles.quiet}>{t("labelling.guidelines.about", { version })}</p>
      <GuidelinesEditor text={text} onChange={setText} />
      {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
      <div className="ds-form-buttons">
        <Button onClick={onDone}>{t("ui.cancel")}</Button>
        <Button type="primary" loading={isPending} disabled={text === before} onClick={save}>
          {t("labelling.guidelines.save")}
        </Button>
      </div>
    </div>
  );
};
