import { PlusOutlined } from "@ant-design/icons";
import { LABEL_TASK_TABS, type LabelStarter, type LabelTaskItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { useCan } from "../../lib/session.ts";
import { useKey } from "../../lib/use-key.ts";
import { DataTable } from "../../ui/data-table/data-table.tsx";
import { FilterBar } from "../../ui/filters/filter-bar.tsx";
import { Page } from "../../ui/page.tsx";
import { CreateTaskDialog } from "./create/create-task-dialog.tsx";
import { labelTasksQuery } from "./labelling.queries.ts";
import { LABEL_LIST_KEYS } from "./labelling.shortcuts.ts";
import { ContinuePanel } from "./list/continue-panel.tsx";
import styles from "./list/list.module.css";
import { NoTasks } from "./list/no-tasks.tsx";
import { checkAddress, useReviewColumns } from "./list/review-columns.tsx";
import { useTaskColumns } from "./list/task-columns.tsx";
import {
  MAX_TASKS_PER_PAGE,
  type TaskFilters,
  toQuery,
  useTaskFilterFields,
  useTaskFilters,
} from "./list/task-filters.ts";
import { useTaskActs } from "./list/use-task-acts.tsx";

const tabAddress = (tab: (typeof LABEL_TASK_TABS)[number]): string =>
  tab === "mine" ? PATHS.labelTasks : `${PATHS.labelTasks}?tab=${tab}`;

/** A new task may start from a dataset, whose page links here. */
interface CreateStart {
  readonly starter?: LabelStarter;
  readonly datasetId?: string;
  readonly viewId?: string;
  readonly fromTaskId?: string;
}

/** The start of a new task in the URL: `?new=1&dataset=…&view=…`, or `?new=1&from=…` for the disagreements of a task. */
const useCreateStart = () => {
  const [params, setParams] = useSearchParams();
  const [start, setStart] = useState<CreateStart | undefined>(() =>
    params.has("new")
      ? {
          datasetId: params.get("dataset") ?? undefined,
          viewId: params.get("view") ?? undefined,
          fromTaskId: params.get("from") ?? undefined,
        }
      : undefined,
  );
  const close = (): void => {
    setStart(undefined);
    if (!params.has("new")) return;
    const rest = new URLSearchParams(params);
    for (const name of ["new", "dataset", "view", "from"]) rest.delete(name);
    setParams(rest, { replace: true });
  };
  return { start, open: setStart, close };
};

/** Label tasks: the one to continue first, then all of them. */
export const Component = () => {
  const { t } = useTranslation();
  const isInternal = useCan()("internal");
  const filters = useTaskFilters();
  const { start, open, close } = useCreateStart();
  const { acts, dialog } = useTaskActs();
  useKey(LABEL_LIST_KEYS.create.keys, () => {
    if (isInternal) open({});
  });
  return (
    <Page
      isFilling
      title={t("screens.label.title")}
      about={t("screens.label.purpose")}
      action={
        isInternal ? (
          <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => open({})}>
            {t("labelling.create.open")}
          </Button>
        ) : undefined
      }
      {...(isInternal && {
        tabs: LABEL_TASK_TABS.map((key) => ({ key, title: t(`labelling.tabs.${key}`), to: tabAddress(key) })),
        activeTab: filters.values.tab,
      })}
    >
      <ContinuePanel />
      <FilterBar
        filters={filters}
        fields={useTaskFilterFields()}
        searchKey="q"
        searchLabel={t("labelling.list.search")}
      />
      <TaskTable filters={filters} acts={acts} onCreate={(starter) => open({ starter })} />
      {dialog}
      {start && isInternal ? <CreateTaskDialog {...start} onClose={close} /> : null}
    </Page>
  );
};

const NO_TASKS: readonly LabelTaskItem[] = [];

interface TaskTableProps {
  filters: TaskFilters;
  acts: ReturnType<typeof useTaskActs>["acts"];
  onCreate: (starter: LabelStarter) => void;
}

const TaskTable = ({ filters, acts, onCreate }: TaskTableProps) => {
  const { t } = useTranslation();
  const isExternal = !useCan()("internal");
  const list = useQuery(labelTasksQuery(toQuery(filters.values)));
  const navigate = useNavigate();
  const { page, page_size: pageSize, tab } = filters.values;
  const columns = { work: useTaskColumns(acts, isExternal), review: useReviewColumns() };
  const isReview = tab === "review";
  return (
    <div className={styles.frame}>
      <DataTable
        name={t("screens.label.title")}
        // Another table, because its columns are kept by name.
        key={isReview ? "review" : "work"}
        columns={isReview ? columns.review : columns.work}
        rows={list.data?.items ?? NO_TASKS}
        rowKey={({ id }) => id}
        // A refetch of the same query must not flicker; another page or filter shows as loading.
        isLoading={list.isPending || list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={{
          page,
          pageSize,
          total: list.data?.total ?? 0,
          maxPageSize: MAX_TASKS_PER_PAGE,
          onChange: (to, size) => filters.set({ page: to, page_size: size }),
        }}
        onOpen={isReview ? (task) => void navigate(checkAddress(task)) : acts.open}
        storageName={isReview ? "label-reviews" : "label-tasks"}
        empty={<NoTasks filters={filters} onCreate={onCreate} />}
      />
    </div>
  );
};
