import type { ExperimentRun, RunColumn } from "@dailies/contract";
import { MAX_COMPARED_RUNS } from "@dailies/contract/experiments/schemas";
import { Button } from "antd";
import { Suspense, useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { experimentCompareAddress, experimentRunAddress } from "../../../lib/paths.ts";
import { DataTable } from "../../../ui/data-table/data-table.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { formatCount } from "../../../ui/format.ts";
import { columnText, groupRuns } from "../experiments.rules.ts";
import { SourceNotes } from "../sources/source-notes.tsx";
import { useSources } from "../sources/sources.queries.ts";
import styles from "./list.module.css";
import { LogHelp } from "./log-help.tsx";
import { type RunRow, useRunColumns } from "./run-columns.tsx";
import { RunFilters } from "./run-filters.tsx";
import { useRunList } from "./use-run-list.ts";

const ColumnPicker = lazyPart(async () => (await import("./column-picker.tsx")).ColumnPicker);

const ReportsDrawer = lazyPart(async () => (await import("../report/reports-drawer.tsx")).ReportsDrawer);
const SourcesDrawer = lazyPart(async () => (await import("../sources/sources-drawer.tsx")).SourcesDrawer);

const MIN_COMPARED = 2;

/** All runs, newest first, with the chosen parameters and metrics; some of them are chosen to be compared. */
export const RunsView = () => {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const list = useRunList();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<"columns" | "reports" | "sources">();
  const sources = useSources();
  const [closed, setClosed] = useState<readonly string[]>([]);
  const choose = useCallback(
    (id: string) => setChosen((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id])),
    [],
  );
  const { group } = list.filters.values;
  const rows = useRows(list.runs, group, closed);
  const columns = useRunColumns({ columns: list.columns, runs: list.runs, chosen, onChoose: choose });
  const openRow = (row: RunRow): void => {
    if ("run" in row) void navigate(experimentRunAddress(row.run.id));
    else setClosed((now) => (now.includes(row.key) ? now.filter((other) => other !== row.key) : [...now, row.key]));
  };
  const pickColumns = (next: readonly RunColumn[]): void => list.filters.set({ col: next.map(columnText) });
  return (
    <div className={styles.frame}>
      <RunFilters list={list} onPickColumns={() => setOpen("columns")} onOpenSources={() => setOpen("sources")} />
      <SourceNotes sources={sources} />
      <div className={styles.bar}>
        <span className={styles.quiet} role="status">
          {list.isSearching
            ? t("experiments.list.searching", { count: list.runs.length })
            : t("experiments.list.loaded", {
                count: list.runs.length,
                shown: formatCount(list.runs.length, i18n.language),
              })}
        </span>
        {list.hasNextPage ? (
          <Button size="small" loading={list.isFetchingNextPage} onClick={list.loadMore}>
            {t("experiments.list.more")}
          </Button>
        ) : null}
        <span className={styles.spring} />
        {chosen.length > 0 ? (
          <Button size="small" onClick={() => setChosen([])}>
            {t("experiments.list.chooseNone")}
          </Button>
        ) : null}
        <Button onClick={() => setOpen("reports")}>{t("experiments.report.open")}</Button>
        <Button
          type="primary"
          disabled={chosen.length < MIN_COMPARED}
          title={t("experiments.list.compareHint", { max: MAX_COMPARED_RUNS })}
          onClick={() => void navigate(experimentCompareAddress(chosen))}
        >
          {t("experiments.list.compare", { count: chosen.length })}
        </Button>
      </div>
      <DataTable
        isBare
        name={t("screens.experiment.title")}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        isLoading={list.isPending || list.isPlaceholderData || list.isSearching}
        error={list.error}
        onRetry={list.retry}
        onOpen={openRow}
        empty={<NoRuns isFiltered={list.isFiltered} onClear={list.filters.clear} />}
      />
      <Suspense fallback={null}>
        {open === "reports" ? <ReportsDrawer onClose={() => setOpen(undefined)} /> : null}
        {open === "sources" ? <SourcesDrawer onClose={() => setOpen(undefined)} /> : null}
        {open === "columns" ? (
          <ColumnPicker
            experimentId={list.filters.values.experiment}
            chosen={list.columns}
            onChange={pickColumns}
            onClose={() => setOpen(undefined)}
          />
        ) : null}
      </Suspense>
    </div>
  );
};

const useRows = (runs: readonly ExperimentRun[], group: string | undefined, closed: readonly string[]): RunRow[] =>
  useMemo(() => {
    if (group === undefined) return runs.map((run) => ({ key: run.id, run }));
    return groupRuns(runs, group).flatMap((each): RunRow[] => {
      const key = `group ${each.value ?? ""} ${each.value === undefined}`;
      const isClosed = closed.includes(key);
      const head: RunRow = { key, group: each, param: group, isClosed };
      return [head, ...(isClosed ? [] : each.runs.map((run): RunRow => ({ key: run.id, run })))];
    });
  }, [runs, group, closed]);

const NoRuns = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) => {
  const { t } = useTranslation();
  if (!isFiltered) return <LogHelp />;
  return (
    <EmptyState
      picture="lens"
      title={t("experiments.list.noneFound")}
      action={<Button onClick={onClear}>{t("ui.filter.clear")}</Button>}
    >
      {t("experiments.list.noneFoundHint")}
    </EmptyState>
  );
};
