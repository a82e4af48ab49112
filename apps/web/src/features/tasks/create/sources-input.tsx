import type { BenchmarkColumn } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CheckList } from "../../../ui/filters/check-list.tsx";
import { taskColumnsQuery, tasksQuery } from "../tasks.queries.ts";
import styles from "./create.module.css";

interface Source {
  task_id: string;
  /** Empty for all columns. */
  column_ids: string[];
}

interface SourcesInputProps {
  id?: string;
  value?: Source[];
  onChange?: (sources: Source[]) => void;
}

interface Choice {
  value: string;
  label: string;
}

/** The benchmarks whose clips are judged together, and their columns. */
export const SourcesInput = ({ id, value = [], onChange }: SourcesInputProps) => {
  const { t } = useTranslation();
  const [q, setQ] = useState("");
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const { data, isFetching } = useQuery(tasksQuery({ kind: "Benchmark", page: 1, page_size: 20, ...(q && { q }) }));
  const columnsOf = (taskId: string): string[] => value.find((source) => source.task_id === taskId)?.column_ids ?? [];
  const choose = (choices: readonly Choice[]): void => {
    setChosen(choices);
    onChange?.(choices.map((choice) => ({ task_id: choice.value, column_ids: columnsOf(choice.value) })));
  };
  return (
    <div className={styles.sources}>
      <Select<Choice[]>
        id={id}
        mode="multiple"
        labelInValue
        showSearch={{ filterOption: false, onSearch: setQ }}
        loading={isFetching}
        placeholder={t("tasks.create.sourcesPlaceholder")}
        value={[...chosen]}
        options={data?.items.map((task) => ({ value: task.id, label: task.name })) ?? []}
        onChange={choose}
      />
      {chosen.map(({ value: taskId, label }) => (
        <SourceColumns
          key={taskId}
          taskId={taskId}
          name={label}
          columnIds={columnsOf(taskId)}
          onChange={(ids) =>
            onChange?.(value.map((source) => (source.task_id === taskId ? { ...source, column_ids: ids } : source)))
          }
        />
      ))}
    </div>
  );
};

interface SourceColumnsProps {
  taskId: string;
  name: string;
  columnIds: readonly string[];
  onChange: (columnIds: string[]) => void;
}

const labelOf = ({ label, performer_name }: BenchmarkColumn): string => label || performer_name;

const SourceColumns = ({ taskId, name, columnIds, onChange }: SourceColumnsProps) => {
  const { t } = useTranslation();
  const { data: columns } = useQuery(taskColumnsQuery(taskId));
  if (!columns) return null;
  const all = columns.map(({ id }) => id);
  const chosen = columnIds.length === 0 ? all : columnIds;
  return (
    <fieldset className={styles.columns}>
      <legend>{t("tasks.create.columnsOf", { name })}</legend>
      {columns.length === 0 ? <span className={styles.about}>{t("tasks.create.noColumns")}</span> : null}
      <CheckList
        isMany
        items={columns.map((column) => ({
          value: column.id,
          label: labelOf(column),
          // At least one column stays selected: a source without columns has nothing to judge.
          isDisabled: chosen.length === 1 && chosen.includes(column.id),
        }))}
        chosen={chosen}
        onChange={(ids) => onChange(ids.length === all.length ? [] : ids)}
      />
    </fieldset>
  );
};
