import type { InputValues, PerformerItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { App, Button, Modal } from "antd";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { PATHS } from "../../../lib/paths.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { splitValues } from "../playground/carry-values.ts";
import styles from "./save.module.css";
import { benchmarkQuery, openBenchmarksQuery, type SaveTarget, useSaveIntoBenchmark } from "./save.queries.ts";
import { SaveFields } from "./save-fields.tsx";

interface SaveDialogProps {
  target: SaveTarget | undefined;
  performer: PerformerItem | undefined;
  input: InputValues | undefined;
  /** The default label of the row. */
  title: string;
  error?: unknown;
  onClose: () => void;
}

export const SaveDialog = (props: SaveDialogProps) => {
  const { target, onClose } = props;
  const { t } = useTranslation();
  return (
    <Modal
      open={target !== undefined}
      title={t(target === "row" ? "performers.save.rowTitle" : "performers.save.columnTitle")}
      footer={null}
      mask={{ closable: false }}
      closable={{ "aria-label": t("ui.close") }}
      onCancel={onClose}
      destroyOnHidden
    >
      <SaveBody {...props} />
    </Modal>
  );
};

const SaveBody = ({ target, performer, input, title, error, onClose }: SaveDialogProps): ReactNode => {
  const { t } = useTranslation();
  const go = useNavigate();
  const tasks = useQuery(openBenchmarksQuery);
  const failure = error ?? tasks.error;
  if (failure) return <ErrorPanel error={failure} onRetry={() => void tasks.refetch()} />;
  if (target === undefined || !performer || !input || !tasks.data) return <Skeleton rows={4} />;
  if (tasks.data.length === 0) {
    return (
      <EmptyState
        title={t("performers.save.none")}
        action={
          <Button type="primary" onClick={() => void go(PATHS.taskManage)}>
            {t("performers.save.goToTasks")}
          </Button>
        }
      >
        {t("performers.save.noneHint")}
      </EmptyState>
    );
  }
  return (
    <SaveForm target={target} performer={performer} input={input} title={title} tasks={tasks.data} onClose={onClose} />
  );
};

interface SaveFormProps {
  target: SaveTarget;
  performer: PerformerItem;
  input: InputValues;
  title: string;
  tasks: readonly { id: string; name: string; status: string; rows: number; columns: number }[];
  onClose: () => void;
}

const SaveForm = ({ target, performer, input, title, tasks, onClose }: SaveFormProps) => {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const save = useSaveIntoBenchmark();
  const [taskId, setTaskId] = useState(tasks[0]?.id ?? "");
  const [label, setLabel] = useState(target === "column" ? performer.name.slice(0, 120) : title.slice(0, 200));
  const benchmark = useQuery({ ...benchmarkQuery(taskId), enabled: taskId !== "" });
  const values = splitValues(performer.input_schema, input)[target];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!benchmark.data) return;
    const { revision, name } = benchmark.data;
    save.mutate(
      { target, taskId, revision, label, performerId: performer.id, values },
      {
        onSuccess: () => {
          void message.success(t(`performers.save.${target}Done`, { name }));
          onClose();
        },
      },
    );
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {save.error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={save.error} /> : null}
      <SaveFields
        target={target}
        performer={performer}
        values={values}
        tasks={tasks}
        taskId={taskId}
        onTask={setTaskId}
        label={label}
        onLabel={setLabel}
        benchmark={benchmark.data}
      />
      {benchmark.error ? (
        <ErrorPanel isCompact error={benchmark.error} onRetry={() => void benchmark.refetch()} />
      ) : null}
      {benchmark.data ? (
        <FormButtons
          action={t(target === "row" ? "performers.save.row" : "performers.save.column")}
          isBusy={save.isPending}
          onCancel={onClose}
        />
      ) : (
        <Skeleton rows={1} />
      )}
    </form>
  );
};
