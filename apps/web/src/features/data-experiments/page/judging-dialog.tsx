import type { DataExperiment } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Form, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { FormField } from "../../../ui/form/form-field.tsx";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { finishedTasksQuery, judgedColumnsQuery, useAttachJudging } from "../data-experiments.queries.ts";

interface JudgingDialogProps {
  experiment: DataExperiment;
  onClose: () => void;
}

type Columns = Readonly<Record<number, string>>;

/** Why the form cannot be sent; undefined when it can. */
const faultOf = (taskId: string | undefined, columns: Columns) => {
  if (taskId === undefined) return "needsTask";
  const chosen = Object.values(columns);
  if (columns[1] === undefined || chosen.length < 2) return "needsColumns";
  return new Set(chosen).size < chosen.length ? "onceEach" : undefined;
};

/** Chooses a finished judging and says which of its columns is which arm. */
export const JudgingDialog = ({ experiment, onClose }: JudgingDialogProps) => {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [taskId, setTaskId] = useState<string>();
  const [columns, setColumns] = useState<Columns>({});
  const [isFaultShown, setIsFaultShown] = useState(false);
  const tasks = useQuery(finishedTasksQuery(useDebounced(typed.trim(), 250)));
  const { mutateAsync, isPending, error } = useAttachJudging(experiment.id);
  const fault = faultOf(taskId, columns);
  const send = (close: () => void): void => {
    setIsFaultShown(fault !== undefined);
    if (fault !== undefined || taskId === undefined) return;
    const arms = Object.entries(columns).map(([position, id]) => ({ position: Number(position), column_id: id }));
    // The panel below shows a failure.
    mutateAsync({ task_id: taskId, arms }).then(close, () => undefined);
  };
  return (
    <FormDialog title={t("dataExperiments.judgings.dialog.title")} isBusy={isPending} onClose={onClose}>
      {(close) => (
        <Form layout="vertical" onFinish={() => send(close)}>
          <p>{t("dataExperiments.judgings.dialog.about")}</p>
          <FormField
            label={t("dataExperiments.judgings.dialog.task")}
            fault={isFaultShown && fault ? t(`dataExperiments.judgings.dialog.${fault}`) : undefined}
          >
            {(id) => (
              <Select<string>
                id={id}
                showSearch={{ filterOption: false, onSearch: setTyped }}
                value={taskId}
                loading={tasks.isFetching}
                placeholder={t("dataExperiments.judgings.dialog.taskHint")}
                options={(tasks.data?.items ?? []).map((task) => ({ value: task.id, label: task.name }))}
                onChange={(chosen) => {
                  setTaskId(chosen);
                  setColumns({});
                }}
              />
            )}
          </FormField>
          {tasks.error ? <ErrorPanel isCompact error={tasks.error} onRetry={() => void tasks.refetch()} /> : null}
          {taskId === undefined ? null : (
            <ArmColumns experiment={experiment} taskId={taskId} columns={columns} onChange={setColumns} />
          )}
          {error ? <ErrorPanel isCompact title={t("ui.error.actionTitle")} error={error} /> : null}
          <FormButtons action={t("dataExperiments.judgings.dialog.action")} isBusy={isPending} onCancel={close} />
        </Form>
      )}
    </FormDialog>
  );
};

interface ArmColumnsProps {
  experiment: DataExperiment;
  taskId: string;
  columns: Columns;
  onChange: (columns: Columns) => void;
}

const ArmColumns = ({ experiment, taskId, columns, onChange }: ArmColumnsProps) => {
  const { t } = useTranslation();
  const judged = useQuery(judgedColumnsQuery(taskId));
  if (judged.error) return <ErrorPanel isCompact error={judged.error} onRetry={() => void judged.refetch()} />;
  if (!judged.data) return <Skeleton rows={experiment.arms.length} />;
  if (judged.data.length === 0) return <p role="note">{t("dataExperiments.judgings.dialog.notPairs")}</p>;
  const options = judged.data.map(({ column_id: value, label }) => ({ value, label }));
  return experiment.arms.map(({ position, name }) => (
    <FormField key={position} label={t("dataExperiments.judgings.dialog.column", { arm: name })}>
      {(id) => (
        <Select<string>
          id={id}
          allowClear
          value={columns[position]}
          placeholder={t("dataExperiments.judgings.dialog.columnHint")}
          options={options}
          onChange={(chosen: string | undefined) => {
            const { [position]: _before, ...others } = columns;
            onChange(chosen === undefined ? others : { ...others, [position]: chosen });
          }}
        />
      )}
    </FormField>
  ));
};
