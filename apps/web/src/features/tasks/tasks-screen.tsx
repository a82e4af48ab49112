import { PlusOutlined } from "@ant-design/icons";
import type { TaskItem } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { PATHS } from "../../lib/paths.ts";
import { useKey } from "../../lib/use-key.ts";
import { FilterBar } from "../../ui/filters/filter-bar.tsx";
import { Page } from "../../ui/page.tsx";
import { useDetailParam } from "../../ui/use-detail-param.ts";
import { type CreateStart, CreateTaskDialog } from "./create/create-task-dialog.tsx";
import { BulkBar } from "./list/bulk-bar.tsx";
import { toQuery, useTaskFilterFields, useTaskFilters } from "./list/task-filters.ts";
import { TaskTable } from "./list/task-table.tsx";
import { useLiveTasks } from "./list/use-live-tasks.ts";
import { useTaskActs } from "./list/use-task-acts.tsx";
import { useTaskSelection } from "./list/use-task-selection.ts";
import { TaskDetail } from "./task-detail.tsx";
import styles from "./tasks.module.css";
import { tasksQuery } from "./tasks.queries.ts";
import { TASKS_KEYS } from "./tasks.shortcuts.ts";

const NO_TASKS: readonly TaskItem[] = [];

/** A benchmark opens its grid, an evaluation its results; other kinds open in a drawer. */
const useShowTask = (detail: ReturnType<typeof useDetailParam>): ((task: TaskItem) => void) => {
  const navigate = useNavigate();
  return ({ id, kind }) => {
    if (kind === "Benchmark") void navigate(`${PATHS.taskGenerate}?task=${id}`);
    else if (kind === "Evaluation") void navigate(`${PATHS.taskBenchmark}?task=${id}`);
    else detail.open(id);
  };
};

/** Tasks of all kinds, with progress, cost and links. */
export const Component = () => {
  const { t } = useTranslation();
  const filters = useTaskFilters();
  const detail = useDetailParam("task");
  const [creating, setCreating] = useState<CreateStart>();
  const list = useQuery(tasksQuery(toQuery(filters.values)));
  const rows = list.data?.items ?? NO_TASKS;
  const selection = useTaskSelection(rows);
  const isSelecting = selection.items.length > 0;
  const show = useShowTask(detail);
  const { acts, dialog } = useTaskActs(show);
  const fields = useTaskFilterFields(
    filters.values.tag,
    rows.flatMap(({ tags }) => tags),
  );
  useLiveTasks();
  useKey(TASKS_KEYS.create.keys, () => setCreating("choose"));
  return (
    <Page
      isFilling
      title={t("screens.taskManage.title")}
      about={t("screens.taskManage.purpose")}
      action={
        <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setCreating("choose")}>
          {t("tasks.create.open")}
        </Button>
      }
    >
      <div className={styles.bars}>
        <div style={isSelecting ? { visibility: "hidden" } : undefined}>
          <FilterBar filters={filters} fields={fields} searchKey="q" searchLabel={t("tasks.search")} />
        </div>
        {isSelecting ? <BulkBar selection={selection} isArchive={filters.values.is_archived === "true"} /> : null}
      </div>
      <TaskTable
        list={list}
        filters={filters}
        selection={selection}
        acts={acts}
        openId={detail.openId}
        onCreate={setCreating}
      />
      <TaskDetail rows={rows} detail={detail} acts={acts} />
      {dialog}
      {creating ? <CreateTaskDialog start={creating} onClose={() => setCreating(undefined)} onCreated={show} /> : null}
    </Page>
  );
};
