import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/database.ts";
import { type HealthRow, listHealth } from "./health.store.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const FRESH_FOR_MS = 10_000;

export type ReadHealth = () => Promise<ReadonlyMap<string, HealthRow>>;

/** The health of all performers, cached for ten seconds with a single flight. */
export const createHealthReader = (db: Db, clock: Clock): ReadHealth => {
  let shared: { readonly value: ReturnType<ReadHealth>; readonly untilMs: number } | undefined;
  const count = async (): Promise<ReadonlyMap<string, HealthRow>> => {
    const rows = await listHealth(db, new Date(clock().getTime() - DAY_MS));
    return new Map(rows.map((row) => [row.performer_id, row]));
  };
  return () => {
    const nowMs = performance.now();
    if (shared && nowMs < shared.untilMs) return shared.value;
    const current = { value: count(), untilMs: nowMs + FRESH_FOR_MS };
    shared = current;
    current.value.catch(() => {
      // Do not cache a failure: the next request reads again.
      if (shared === current) shared = undefined;
    });
    return current.value;
  };
};
