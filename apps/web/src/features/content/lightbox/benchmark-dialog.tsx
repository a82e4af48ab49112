import type { FavoriteItem, TaskItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button, Select } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { z } from "zod";
import { PATHS } from "../../../lib/paths.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorPanel } from "../../../ui/feedback/error-panel.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { FormButtons } from "../../../ui/form/form-buttons.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { ZodForm } from "../../../ui/form/zod-form.tsx";
import { openBenchmarksQuery, useMakeBenchmarkRow } from "../content.queries.ts";
import { Prompt } from "../facts.tsx";
import styles from "./lightbox.module.css";

export interface MadeRow {
  taskId: string;
  name: string;
  /** Zero-based, like row numbers in benchmarks. */
  row: number;
}

interface BenchmarkDialogProps {
  item: FavoriteItem;
  onMade: (made: MadeRow) => void;
  onClose: () => void;
}

/** Appends the prompt of a favourite to a benchmark that the user may change. */
export const BenchmarkDialog = ({ item, onMade, onClose }: BenchmarkDialogProps) => {
  const { t } = useTranslation();
  return (
    <FormDialog title={t("content.benchmark.title")} onClose={onClose}>
      {(close) => <Choice item={item} onMade={onMade} close={close} />}
    </FormDialog>
  );
};

interface ChoiceProps {
  item: FavoriteItem;
  onMade: (made: MadeRow) => void;
  close: () => void;
}

const Choice = ({ item, onMade, close }: ChoiceProps) => {
  const { t } = useTranslation();
  const go = useNavigate();
  const tasks = useQuery(openBenchmarksQuery);
  if (tasks.error) return <ErrorPanel error={tasks.error} onRetry={() => void tasks.refetch()} />;
  if (!tasks.data) return <Skeleton rows={4} />;
  if (tasks.data.length > 0) return <ChoiceForm item={item} tasks={tasks.data} onMade={onMade} close={close} />;
  return (
    <EmptyState
      title={t("content.benchmark.none")}
      action={
        <Button type="primary" onClick={() => void go(PATHS.taskManage)}>
          {t("content.benchmark.goToTasks")}
        </Button>
      }
    >
      {t("content.benchmark.noneHint")}
    </EmptyState>
  );
};

const form = z.object({ task_id: z.uuid("choose a benchmark") });

const ChoiceForm = ({ item, tasks, onMade, close }: ChoiceProps & { tasks: readonly TaskItem[] }) => {
  const { t } = useTranslation();
  const { mutateAsync } = useMakeBenchmarkRow();
  const make = async ({ task_id }: z.output<typeof form>): Promise<void> => {
    const { row } = await mutateAsync({ id: item.id, task_id });
    onMade({ taskId: task_id, row, name: tasks.find(({ id }) => id === task_id)?.name ?? "" });
    close();
  };
  return (
    <ZodForm schema={form} initial={{ task_id: tasks[0]?.id }} onSubmit={make}>
      {({ Field, isBusy }) => (
        <>
          <p className={styles.lead}>{t("content.benchmark.effect")}</p>
          <div className={styles.lead}>
            <Prompt prompt={item.prompt} />
          </div>
          <Field name="task_id" label={t("content.benchmark.choose")}>
            <Select
              showSearch={{ optionFilterProp: "label" }}
              options={tasks.map(({ id, name, rows }) => ({
                value: id,
                label: t("content.benchmark.option", { count: rows, name }),
              }))}
            />
          </Field>
          <FormButtons action={t("content.benchmark.action")} isBusy={isBusy} onCancel={close} />
        </>
      )}
    </ZodForm>
  );
};
