import type { PerformerTaskItem, PerformerTaskStatus } from "@dailies/contract";

const UNDER_WAY: ReadonlySet<PerformerTaskStatus> = new Set(["Pending", "Queued", "Running"]);

export const isUnderWay = ({ status }: { status: PerformerTaskStatus }): boolean => UNDER_WAY.has(status);

export const seedOf = ({ seed_used, seed_requested }: PerformerTaskItem): number | undefined =>
  seed_used ?? seed_requested ?? undefined;

const between = (from: string | null, to: string | null): number | undefined =>
  from === null || to === null ? undefined : Math.max(0, Date.parse(to) - Date.parse(from));

/** Time from request to clip, including the queue. */
export const latencyMs = ({ queued_at, finished_at }: PerformerTaskItem): number | undefined =>
  between(queued_at, finished_at);
export const waitMs = ({ queued_at, started_at }: PerformerTaskItem): number | undefined =>
  between(queued_at, started_at);
export const workMs = ({ started_at, finished_at }: PerformerTaskItem): number | undefined =>
  between(started_at, finished_at);

export const MAX_COMPARED = 4;

/** Toggles one mark; the oldest is dropped when there are too many. */
export const toggleMark = (marked: readonly string[], id: string): string[] =>
  marked.includes(id) ? marked.filter((other) => other !== id) : [...marked, id].slice(-MAX_COMPARED);
