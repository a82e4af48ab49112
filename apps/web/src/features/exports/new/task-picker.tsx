import { useQueries, useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { choosableTasksQuery, taskNameQuery } from "../exports.queries.ts";

interface TaskPickerProps {
  id: string;
  value: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Searches tasks by name. Tasks in the URL are fetched by id, because the list may not contain them. */
export const TaskPicker = ({ id, value, onChange }: TaskPickerProps) => {
  const { t } = useTranslation();
  const [q, setQ] = useState("");
  const { data, isFetching } = useQuery(choosableTasksQuery(q));
  const listed = data?.items.filter(({ kind }) => kind !== "DataProcessing") ?? [];
  const names = useQueries({ queries: value.map((each) => taskNameQuery(each)) });
  const chosen = value.map((each, index) => ({
    value: each,
    label: listed.find((task) => task.id === each)?.name ?? names[index]?.data?.name ?? each.slice(0, 8),
  }));
  const others = listed.filter((task) => !value.includes(task.id));
  return (
    <Select
      id={id}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={isFetching}
      placeholder={t("exports.what.tasksPlaceholder")}
      notFoundContent={t("exports.what.noTasks")}
      maxCount={20}
      value={[...value]}
      options={[...chosen, ...others.map((task) => ({ value: task.id, label: task.name }))]}
      onChange={(ids: string[]) => onChange(ids)}
    />
  );
};
