import type { ExperimentRun, RunColumn } from "@dailies/contract";
import { MAX_COMPARED_RUNS } from "@dailies/contract/experiments/schemas";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatMetric } from "../../../shared/metric-value.ts";
import type { Column } from "../../../ui/data-table/types.ts";
import { StatusTag } from "../../../ui/feedback/status-tag.tsx";
import { formatCount, formatDecimal, formatDuration } from "../../../ui/format.ts";
import { Time } from "../../../ui/time.tsx";
import { useNow } from "../../../ui/use-now.ts";
import {
  columnText,
  differingParams,
  durationMsOf,
  gpuHoursOf,
  isSilent,
  RUN_TONES,
  type RunGroup,
  rangeOf,
} from "../experiments.rules.ts";
import { InputLinks } from "./input-links.tsx";
import styles from "./list.module.css";
import { SparklineCell } from "./sparkline.tsx";

/** A run, or the line above the runs of a group. */
export type RunRow =
  | { readonly key: string; readonly run: ExperimentRun }
  | { readonly key: string; readonly group: RunGroup; readonly param: string; readonly isClosed: boolean };

export interface RunColumnsOptions {
  readonly columns: readonly RunColumn[];
  readonly runs: readonly ExperimentRun[];
  readonly chosen: readonly string[];
  readonly onChoose: (id: string) => void;
}

export const useRunColumns = ({ columns, runs, chosen, onChoose }: RunColumnsOptions): Column<RunRow>[] => {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const differing = useMemo(() => differingParams(runs), [runs]);
  return useMemo(() => {
    const ofRun = (render: (run: ExperimentRun) => React.ReactNode) => (row: RunRow) =>
      "run" in row ? render(row.run) : null;
    const fixed: Column<RunRow>[] = [
      {
        key: "choose",
        title: t("experiments.column.choose"),
        widthPx: 40,
        isFixed: true,
        render: ofRun(({ id, name }) => (
          <input
            type="checkbox"
            aria-label={t("experiments.list.choose", { name })}
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= MAX_COMPARED_RUNS}
            onClick={(event) => event.stopPropagation()}
            onChange={() => onChoose(id)}
          />
        )),
      },
      {
        key: "name",
        title: t("experiments.column.name"),
        widthPx: 190,
        isFixed: true,
        render: (row) => <NameCell row={row} />,
      },
      {
        key: "status",
        title: t("experiments.column.status"),
        widthPx: 120,
        render: ofRun((run) => <RunStatus run={run} nowMs={nowMs} />),
      },
    ];
    const rest: Column<RunRow>[] = [
      {
        key: "experiment",
        title: t("experiments.column.experiment"),
        widthPx: 120,
        isExtra: true,
        render: ofRun(({ experiment_name: name }) => name),
      },
      {
        key: "source",
        title: t("experiments.column.source"),
        widthPx: 120,
        render: ofRun((run) => <SourceCell run={run} />),
      },
      { key: "owner", title: t("experiments.column.owner"), widthPx: 100, render: ofRun(({ owner }) => owner) },
      {
        key: "inputs",
        title: t("experiments.column.inputs"),
        widthPx: 140,
        render: ofRun(({ inputs }) => <InputLinks inputs={inputs} />),
      },
      {
        key: "duration",
        title: t("experiments.column.duration"),
        widthPx: 90,
        isNumeric: true,
        render: ofRun((run) => formatDuration(durationMsOf(run, nowMs))),
      },
      {
        key: "gpuHours",
        title: t("experiments.column.gpuHours"),
        widthPx: 80,
        isNumeric: true,
        render: ofRun((run) =>
          run.gpus === 0 ? t("experiments.none") : formatDecimal(gpuHoursOf(run, nowMs), 1, i18n.language),
        ),
      },
      {
        key: "started",
        title: t("experiments.column.started"),
        widthPx: 110,
        render: ofRun(({ started_at: at }) => <Time at={at} />),
      },
    ];
    return [...fixed, ...columns.map((column) => loggedColumn(column, differing, t("experiments.none"))), ...rest];
  }, [t, i18n.language, nowMs, columns, differing, chosen, onChoose]);
};

/** A parameter, or a metric with its course. */
const loggedColumn = (column: RunColumn, differing: ReadonlySet<string>, none: string): Column<RunRow> => {
  const { key } = column;
  if (column.kind === "param") {
    return {
      key: columnText(column),
      title: key,
      widthPx: 100,
      render: (row) =>
        "run" in row ? (
          <span className={differing.has(key) ? styles.differs : undefined}>{row.run.params[key] ?? none}</span>
        ) : null,
    };
  }
  return {
    key: columnText(column),
    title: key,
    widthPx: 170,
    isNumeric: true,
    render: (row) =>
      "run" in row ? <MetricCell run={row.run} metric={key} /> : <RangeCell group={row.group} metric={key} />,
  };
};

const NameCell = ({ row }: { row: RunRow }) => {
  const { t, i18n } = useTranslation();
  if ("run" in row) return <span className={styles.name}>{row.run.name}</span>;
  const { group, param, isClosed } = row;
  return (
    <span className={styles.group}>
      <span aria-hidden="true">{isClosed ? "▸" : "▾"}</span>
      {t("experiments.list.group", {
        param,
        value: group.value ?? t("experiments.list.noValue"),
        count: group.runs.length,
        shown: formatCount(group.runs.length, i18n.language),
      })}
    </span>
  );
};

/** A run that has not said anything for a while is marked: its program may have died. */
export const RunStatus = ({ run, nowMs }: { run: Pick<ExperimentRun, "status" | "last_logged_at">; nowMs: number }) => {
  const { t } = useTranslation();
  if (!isSilent(run, nowMs))
    return <StatusTag tone={RUN_TONES[run.status]}>{t(`experiments.status.${run.status}`)}</StatusTag>;
  return (
    <span title={t("experiments.list.silentHint")}>
      <StatusTag tone="warning">{t("experiments.list.silent")}</StatusTag>
    </span>
  );
};

/** Where the run was logged; a run that its source has lost is marked. */
const SourceCell = ({ run: { source } }: { run: ExperimentRun }) => {
  const { t } = useTranslation();
  if (source === null) return <span className={styles.quiet}>{t("experiments.sources.here")}</span>;
  if (source.gone_at === null) return source.name;
  return (
    <span title={t("experiments.sources.goneHint")}>
      {source.name} <StatusTag tone="warning">{t("experiments.sources.gone")}</StatusTag>
    </span>
  );
};

const MetricCell = ({ run, metric }: { run: ExperimentRun; metric: string }) => {
  const { t } = useTranslation();
  const last = run.metrics[metric];
  if (!last) return <span className={styles.quiet}>{t("experiments.none")}</span>;
  return (
    <span className={styles.metric} title={t("experiments.list.atStep", { step: last.step })}>
      <SparklineCell run={run} metric={metric} />
      <span className={typeof last.value === "string" ? styles.bad : undefined}>{formatMetric(last.value)}</span>
    </span>
  );
};

const RangeCell = ({ group, metric }: { group: RunGroup; metric: string }) => {
  const range = rangeOf(group.runs, metric);
  if (!range) return null;
  const [low, high] = range;
  return (
    <span className={styles.quiet}>
      {low === high ? formatMetric(low) : `${formatMetric(low)} – ${formatMetric(high)}`}
    </span>
  );
};
