import type { ExperimentRun, ExperimentRunStatus, RunColumn } from "@dailies/contract";
import { SYSTEM_METRIC_PREFIX } from "@dailies/contract/experiments/schemas";
import { CHART_COLOURS } from "../../ui/chart/series-style.ts";
import type { StatusTone } from "../../ui/feedback/status-tag.tsx";

export const RUN_TONES: Readonly<Record<ExperimentRunStatus, StatusTone>> = {
  Running: "info",
  Finished: "success",
  Failed: "error",
  Killed: "warning",
};

const MS_PER_HOUR = 3_600_000;

export const durationMsOf = (
  { started_at: start, ended_at: end }: Pick<ExperimentRun, "started_at" | "ended_at">,
  nowMs: number,
): number => Math.max(0, (end === null ? nowMs : Date.parse(end)) - Date.parse(start));

export const gpuHoursOf = (run: Pick<ExperimentRun, "started_at" | "ended_at" | "gpus">, nowMs: number): number =>
  (durationMsOf(run, nowMs) / MS_PER_HOUR) * run.gpus;

const SILENT_AFTER_MS = 15 * 60_000;

/** Says nothing although it runs: its program may have died. */
export const isSilent = (
  { status, last_logged_at: at }: Pick<ExperimentRun, "status" | "last_logged_at">,
  nowMs: number,
): boolean => status === "Running" && nowMs - Date.parse(at) > SILENT_AFTER_MS;

/** A column in the address: `metric:val/loss`. */
export const columnText = ({ kind, key }: RunColumn): string => `${kind}:${key}`;
export const columnOf = (text: string): RunColumn | undefined => {
  const kind = (["param", "metric"] as const).find((each) => text.startsWith(`${each}:`));
  const key = kind && text.slice(kind.length + 1);
  return kind && key ? { kind, key } : undefined;
};

const DEFAULT_METRICS = 3;
const DEFAULT_PARAMS = 4;
export const isSystemMetric = (key: string): boolean => key.startsWith(SYSTEM_METRIC_PREFIX);

/** What the table shows until somebody chooses. */
export const defaultColumns = (known: readonly RunColumn[]): RunColumn[] => {
  const metrics = known.filter(({ kind, key }) => kind === "metric" && !isSystemMetric(key));
  const params = known.filter(({ kind }) => kind === "param");
  return [...metrics.slice(0, DEFAULT_METRICS), ...params.slice(0, DEFAULT_PARAMS)];
};

/** Parameters that do not have one value in all of these runs; a run without the parameter differs too. */
export const differingParams = (
  runs: readonly { readonly params: Readonly<Record<string, string>> }[],
): Set<string> => {
  const keys = new Set(runs.flatMap(({ params }) => Object.keys(params)));
  return new Set([...keys].filter((key) => new Set(runs.map(({ params }) => params[key])).size > 1));
};

export interface RunGroup {
  readonly value: string | undefined;
  readonly runs: readonly ExperimentRun[];
}

/** Groups in the order of their newest run. */
export const groupRuns = (runs: readonly ExperimentRun[], param: string): RunGroup[] => {
  const groups = new Map<string | undefined, ExperimentRun[]>();
  for (const run of runs) {
    const value = run.params[param];
    groups.set(value, [...(groups.get(value) ?? []), run]);
  }
  return [...groups].map(([value, members]) => ({ value, runs: members }));
};

/** The lowest and the highest last value of a metric in a group, of those that are finite. */
export const rangeOf = (runs: readonly ExperimentRun[], metric: string): readonly [number, number] | undefined => {
  const values = runs.flatMap(({ metrics }) => {
    const value = metrics[metric]?.value;
    return typeof value === "number" ? [value] : [];
  });
  return values.length === 0 ? undefined : [Math.min(...values), Math.max(...values)];
};

/** Nine runs are told apart by colour, and the ninth by its dashes. */
export const runStyle = (place: number): { readonly colour: string; readonly dash: string | undefined } => ({
  colour: `var(--ds-${CHART_COLOURS[place % CHART_COLOURS.length]})`,
  dash: place >= CHART_COLOURS.length ? "6 4" : undefined,
});
