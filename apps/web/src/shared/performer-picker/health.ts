import type { Adapter, PerformerItem } from "@dailies/contract";
import type { StatusTone } from "../../ui/feedback/status-tag.tsx";

const HEALTH_STATES = ["ready", "untried", "unsteady", "failing", "noSecret", "disabled"] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export const HEALTH_TONES: Record<HealthState, StatusTone> = {
  ready: "success",
  untried: "neutral",
  unsteady: "warning",
  failing: "error",
  noSecret: "warning",
  disabled: "neutral",
};

const FAILING_RATE = 0.5;
const UNSTEADY_RATE = 0.1;

/** Providers that require a key; the others may be open on the internal network. */
const NEEDS_SECRET: ReadonlySet<Adapter> = new Set(["fal", "replicate", "ark"]);

export const needsSecret = (adapter: Adapter): boolean => NEEDS_SECRET.has(adapter);

type Judged = Pick<PerformerItem, "adapter" | "is_enabled" | "is_secret_set" | "health">;

/** The most important state first: the error rate of a disabled performer is irrelevant. */
export const healthOf = ({ adapter, is_enabled, is_secret_set, health }: Judged): HealthState => {
  if (!is_enabled) return "disabled";
  if (needsSecret(adapter) && !is_secret_set) return "noSecret";
  const { error_rate_24h: rate, last_ok, last_error } = health;
  if (rate !== null) {
    if (rate >= FAILING_RATE) return "failing";
    return rate >= UNSTEADY_RATE ? "unsteady" : "ready";
  }
  if (last_error !== null) return "failing";
  return last_ok === null ? "untried" : "ready";
};

/** Whether a job could succeed. */
export const isUsable = (performer: Judged): boolean => !["disabled", "noSecret"].includes(healthOf(performer));
