import type { JobKind, JobRatePoint, JobRates } from "@dailies/contract";
import { UPLOAD_KINDS } from "../detail/find-stuck-jobs.ts";
import type { JobsDeps } from "../jobs-deps.ts";
import { type Viewer, visibleKinds } from "../search/visible-kinds.ts";
import { findOldestWaiting, listRates, type RateRow } from "./rate.store.ts";

/** The steps of the kept sums. */
const STEP_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

interface AskedRates {
  readonly kinds?: readonly JobKind[] | undefined;
  readonly hours: number;
}

/** Charts of the last hours, from sums that the database keeps: no job is read for them but the oldest that waits. */
export const readRates = async (
  { db, clock }: Pick<JobsDeps, "db" | "clock">,
  viewer: Viewer,
  { kinds: asked, hours }: AskedRates,
): Promise<JobRates> => {
  const kinds = visibleKinds(viewer).filter((kind) => !asked?.length || asked.includes(kind));
  const queued = kinds.filter((kind) => !UPLOAD_KINDS.includes(kind));
  const nowMs = clock().getTime();
  const fromMs = Math.floor((nowMs - hours * HOUR_MS) / STEP_MS) * STEP_MS;
  const [rows, oldest] = await Promise.all([
    listRates(db, { kinds, queued }, new Date(fromMs)),
    findOldestWaiting(db, queued),
  ]);
  return {
    points: toPoints(rows, fromMs, nowMs),
    oldest_waiting: oldest ? { id: oldest.id, kind: oldest.kind, created_at: oldest.createdAt.toISOString() } : null,
  };
};

/** One for each step, whether or not anything happened in it. */
const toPoints = (rows: readonly RateRow[], fromMs: number, nowMs: number): JobRatePoint[] => {
  const byStep = Map.groupBy(rows, ({ bucket }) => bucket.getTime());
  const steps = Math.max(1, Math.ceil((nowMs - fromMs) / STEP_MS));
  return Array.from({ length: steps }, (_, at) => {
    const stepMs = fromMs + at * STEP_MS;
    return toPoint(byStep.get(stepMs) ?? [], stepMs, Math.min(STEP_MS, Math.max(1, nowMs - stepMs)));
  });
};

const toPoint = (rows: readonly RateRow[], atMs: number, lastedMs: number): JobRatePoint => {
  const of = (event: RateRow["event"]): RateRow | undefined => rows.find((row) => row.event === event);
  const started = of("Started");
  return {
    at: new Date(atMs).toISOString(),
    seconds: lastedMs / 1_000,
    started: started?.jobs ?? 0,
    finished: of("Finished")?.jobs ?? 0,
    failed: of("Failed")?.jobs ?? 0,
    cancelled: of("Cancelled")?.jobs ?? 0,
    waited_s: started ? started.waitedS / started.jobs : null,
    longest_wait_s: started ? started.longestS : null,
  };
};
