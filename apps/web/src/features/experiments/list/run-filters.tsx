import { findRunFilterFault } from "@dailies/contract/experiments/run-filter";
import { EXPERIMENT_RUN_STATUSES, type ExperimentRunStatus } from "@dailies/contract/experiments/schemas";
import { useQuery } from "@tanstack/react-query";
import { Button, Input, Select } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchBox } from "../../../ui/filters/search-box.tsx";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { columnsQuery, experimentsQuery } from "../experiments.queries.ts";
import { sourcesQuery } from "../sources/sources.queries.ts";
import styles from "./list.module.css";
import type { RunList } from "./use-run-list.ts";

interface RunFiltersProps {
  list: RunList;
  onPickColumns: () => void;
  onOpenSources: () => void;
}

/** What narrows, groups and widens the table; all of it is in the address. */
export const RunFilters = ({ list, onPickColumns, onOpenSources }: RunFiltersProps) => {
  const { t } = useTranslation();
  const { values, set, clear } = list.filters;
  return (
    <>
      <div className={styles.filters}>
        <ExperimentSelect
          value={values.experiment}
          onChange={(experiment) => set({ experiment, col: undefined, group: undefined })}
        />
        <SearchBox
          label={t("experiments.list.search")}
          value={values.q ?? ""}
          onChange={(q) => set({ q }, { replace: true })}
        />
        <Select<ExperimentRunStatus>
          allowClear
          id="experiment-run-status"
          style={{ width: 130 }}
          value={values.status ?? null}
          aria-label={t("experiments.column.status")}
          placeholder={t("experiments.column.status")}
          options={EXPERIMENT_RUN_STATUSES.map((value) => ({ value, label: t(`experiments.status.${value}`) }))}
          onChange={(status) => set({ status })}
        />
        <SourceSelect value={values.source} onChange={(source) => set({ source })} />
        <GroupSelect experimentId={values.experiment} value={values.group} onChange={(group) => set({ group })} />
        <Button onClick={onPickColumns}>{t("experiments.columns.open", { count: list.columns.length })}</Button>
        <SourcesButton onOpen={onOpenSources} />
        {list.isFiltered ? <Button onClick={clear}>{t("ui.filter.clear")}</Button> : null}
      </div>
      <ConditionBox key={values.filter ?? ""} value={values.filter ?? ""} onChange={(filter) => set({ filter })} />
    </>
  );
};

interface TextSelectProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

const ExperimentSelect = ({ value, onChange }: TextSelectProps) => {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const found = useQuery(experimentsQuery(useDebounced(words.trim(), 250)));
  return (
    <Select<string>
      allowClear
      showSearch={{ filterOption: false, onSearch: setWords }}
      id="experiment-of-runs"
      style={{ width: 220 }}
      value={value ?? null}
      loading={found.isFetching}
      aria-label={t("experiments.column.experiment")}
      placeholder={t("experiments.list.allExperiments")}
      options={(found.data?.items ?? []).map(({ id, name, runs }) => ({
        value: id,
        label: t("experiments.list.experiment", { name, count: runs }),
      }))}
      onChange={(next: string | undefined) => onChange(next)}
    />
  );
};

/** Absent where all runs were logged here. */
const SourceSelect = ({ value, onChange }: TextSelectProps) => {
  const { t } = useTranslation();
  const sources = useQuery(sourcesQuery()).data?.items ?? [];
  if (sources.length === 0 && value === undefined) return null;
  return (
    <Select<string>
      allowClear
      id="experiment-source"
      style={{ width: 150 }}
      value={value ?? null}
      aria-label={t("experiments.column.source")}
      placeholder={t("experiments.sources.all")}
      options={[
        { value: "here", label: t("experiments.sources.here") },
        ...sources.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(next: string | undefined) => onChange(next)}
    />
  );
};

const SourcesButton = ({ onOpen }: { onOpen: () => void }) => {
  const { t } = useTranslation();
  const count = useQuery(sourcesQuery()).data?.total ?? 0;
  return <Button onClick={onOpen}>{t("experiments.sources.open", { count })}</Button>;
};

const GroupSelect = ({ experimentId, value, onChange }: TextSelectProps & { experimentId: string | undefined }) => {
  const { t } = useTranslation();
  const [words, setWords] = useState("");
  const q = useDebounced(words.trim(), 250);
  const found = useQuery(
    columnsQuery({
      kind: "param",
      ...(experimentId !== undefined && { experiment_id: experimentId }),
      ...(q !== "" && { q }),
    }),
  );
  return (
    <Select<string>
      allowClear
      showSearch={{ filterOption: false, onSearch: setWords }}
      id="experiment-group"
      style={{ width: 170 }}
      value={value ?? null}
      aria-label={t("experiments.list.groupBy")}
      placeholder={t("experiments.list.groupBy")}
      options={(found.data?.items ?? []).map(({ key }) => ({ value: key, label: key }))}
      onChange={(next: string | undefined) => onChange(next)}
    />
  );
};

/** Comparisons such as `metrics.loss < 1 and params.lr = '3e-4'`, applied with Enter. */
const ConditionBox = ({ value, onChange }: { value: string; onChange: (filter: string | undefined) => void }) => {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const fault = findRunFilterFault(text);
  const apply = (next: string): void => {
    if (findRunFilterFault(next) === undefined && next.trim() !== value)
      onChange(next.trim() === "" ? undefined : next.trim());
  };
  return (
    <div className={styles.condition}>
      <Input
        allowClear
        value={text}
        maxLength={2_000}
        aria-label={t("experiments.list.filter")}
        aria-describedby="experiment-filter-fault"
        placeholder="metrics.loss < 1 and params.lr = '3e-4' and status = 'Finished'"
        {...(fault && text !== value && { status: "warning" as const })}
        onChange={({ target, type }) => {
          setText(target.value);
          if (type === "click") apply(target.value);
        }}
        onPressEnter={() => apply(text)}
        onBlur={() => apply(text)}
      />
      <span id="experiment-filter-fault" className={styles.quiet} role="status">
        {fault ? t("experiments.list.filterFault", { place: fault.at + 1, message: fault.message }) : ""}
      </span>
    </div>
  );
};
