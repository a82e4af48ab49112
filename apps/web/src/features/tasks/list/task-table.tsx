import type { TaskItem } from "@dailies/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import type { CreateStart } from "../create/create-task-dialog.tsx";
import type { TaskPage } from "../tasks.queries.ts";
import styles from "./list.module.css";
import { NoTasks } from "./no-tasks.tsx";
import { useTaskColumns } from "./task-columns.tsx";
import { MAX_TASKS_PER_PAGE, sortOf, sortPatch, type TaskFilters } from "./task-filters.ts";
import type { TaskActs } from "./task-menu.tsx";
import type { TaskSelection } from "./use-task-selection.ts";

interface TaskTableProps {
  list: UseQueryResult<TaskPage>;
  filters: TaskFilters;
  selection: TaskSelection;
  acts: TaskActs;
  openId: string | undefined;
  onCreate: (start: CreateStart) => void;
}

const NO_TASKS: readonly TaskItem[] = [];
const keyOf = (task: TaskItem): string => task.id;

const activeRow = (grid: Element): number => {
  const id = grid.getAttribute("aria-activedescendant");
  return Number(document.getElementById(id ?? "")?.dataset.index ?? -1);
};

/** Space and Escape on the table itself; controls inside a row handle them themselves. */
const useSelectionKeys =
  (rows: readonly TaskItem[], selection: TaskSelection) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target instanceof Element) || event.target.getAttribute("role") !== "grid") return;
    if (event.key === " ") {
      event.preventDefault();
      const task = rows[activeRow(event.target)];
      if (task) selection.toggle(task);
    }
    if (event.key === "Escape" && selection.items.length > 0) selection.clear();
  };

export const TaskTable = ({ list, filters, selection, acts, openId, onCreate }: TaskTableProps) => {
  const { t } = useTranslation();
  const columns = useTaskColumns(selection, acts);
  const rows = list.data?.items ?? NO_TASKS;
  const { page, page_size: pageSize } = filters.values;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the key events of the table inside it.
    <div className={styles.frame} onKeyDown={useSelectionKeys(rows, selection)}>
      <DataTable
        name={t("screens.taskManage.title")}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        // A refetch of the same query must not flicker; another page or filter shows as loading.
        isLoading={list.isPending || list.isPlaceholderData}
        error={list.error}
        onRetry={() => void list.refetch()}
        sort={sortOf(filters.values)}
        onSortChange={(sort) => filters.set(sortPatch(sort))}
        paging={{
          page,
          pageSize,
          total: list.data?.total ?? 0,
          maxPageSize: MAX_TASKS_PER_PAGE,
          onChange: (to, size) => filters.set({ page: to, page_size: size }),
        }}
        onOpen={acts.show}
        openKey={openId}
        storageName="tasks"
        empty={<NoTasks filters={filters} onCreate={onCreate} />}
      />
    </div>
  );
};
