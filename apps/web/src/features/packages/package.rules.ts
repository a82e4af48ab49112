import type { PackageDetail, PackageSummary } from "@dailies/contract";
import type { StatusTone } from "../../ui/feedback/status-tag.tsx";

export const STATUS_TONES: Record<PackageSummary["status"], StatusTone> = {
  Queued: "neutral",
  Running: "info",
  Verifying: "info",
  Ready: "success",
  Failed: "error",
  Cancelled: "neutral",
  Deleted: "neutral",
};

/** `night-drives@3`: how people refer to a package. */
export const labelOf = ({ name, number }: Pick<PackageSummary, "name" | "number">): string => `${name}@${number}`;

export const isUnderWay = ({ status }: Pick<PackageSummary, "status">): boolean =>
  status === "Queued" || status === "Running" || status === "Verifying";

/** A ready package whose last verification found a fault: it stays readable, and its error says what is wrong. */
export const isDamaged = ({ status, error }: Pick<PackageSummary, "status" | "error">): boolean =>
  status === "Ready" && error !== null;

/** Between 0 and 1; undefined until the shards are planned. */
export const shareDone = ({
  shards_done,
  shards_total,
}: Pick<PackageSummary, "shards_done" | "shards_total">): number | undefined =>
  shards_total === null || shards_total === 0 ? undefined : Math.min(1, shards_done / shards_total);

type Timed = Pick<PackageSummary, "started_at" | "finished_at">;

/** Of a running package, the time so far; undefined before it started. */
export const tookMs = ({ started_at, finished_at }: Timed, nowMs: number): number | undefined =>
  started_at === null
    ? undefined
    : Math.max(0, (finished_at === null ? nowMs : Date.parse(finished_at)) - Date.parse(started_at));

/** Mean over the run; undefined before the first shard. */
export const ratesOf = (one: Timed & Pick<PackageSummary, "shards_done" | "bytes_done">, nowMs: number) => {
  const elapsedS = (tookMs(one, nowMs) ?? 0) / 1000;
  if (one.shards_done === 0 || elapsedS <= 0) return undefined;
  return { shardsPerSecond: one.shards_done / elapsedS, bytesPerSecond: one.bytes_done / elapsedS };
};

/** Planned figures until the real ones are known. */
export const samplesOf = ({ status, samples_done, samples_total }: PackageSummary): number | null =>
  status === "Ready" ? samples_done : samples_total;
export const bytesOf = ({ status, bytes_done, bytes_total }: PackageSummary): number | null =>
  status === "Ready" ? bytes_done : bytes_total;

export const PACKAGE_ACTS = ["verify", "repeat", "deprecate", "restore", "cancel", "delete"] as const;
export type PackageAct = (typeof PACKAGE_ACTS)[number];

/** What makes sense in its state; the server decides again. */
export const actsOf = (one: Pick<PackageDetail, "status" | "is_deprecated" | "can_change">): PackageAct[] => {
  const isReady = one.status === "Ready";
  const offered: Record<PackageAct, boolean> = {
    verify: isReady,
    repeat: !isUnderWay(one),
    deprecate: isReady && one.can_change && !one.is_deprecated,
    restore: isReady && one.can_change && one.is_deprecated,
    cancel: isUnderWay(one) && one.can_change,
    delete: one.can_change && ["Ready", "Failed", "Cancelled"].includes(one.status),
  };
  return PACKAGE_ACTS.filter((act) => offered[act]);
};

/** The viewer reads formats whose samples are streamed. */
export const viewerAddressOf = ({ format, uri }: Pick<PackageSummary, "format" | "uri">): string | undefined =>
  uri === null || format === "Parquet" ? undefined : `/sdv?${new URLSearchParams({ uri })}`;
