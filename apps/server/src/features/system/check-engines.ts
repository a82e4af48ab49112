import type { EngineHealth } from "@dailies/contract";
import { withTimeout } from "../../platform/concurrency/with-timeout.ts";
import { describeFault } from "./describe-fault.ts";

export interface OpenProbe {
  /** Sends a small request; returns the engine's version if it reports one. */
  ask(): Promise<string | null>;
  close(): Promise<void> | void;
}

export interface EngineProbe {
  readonly name: string;
  readonly purpose: string;
  /** Loads the client, whose time must not count as the engine's. */
  open(): Promise<OpenProbe>;
}

const TIMEOUT_MS = 2_000;
const SLOW_MS = 1_000;

export const checkEngines = async (probes: readonly EngineProbe[]): Promise<EngineHealth[]> => {
  // Open all first: loading one client would delay the timed reply of another.
  const opened = await Promise.all(probes.map(async (probe) => ({ probe, open: await probe.open() })));
  return Promise.all(opened.map(({ probe, open }) => checkEngine(probe, open)));
};

const checkEngine = async ({ name, purpose }: EngineProbe, open: OpenProbe): Promise<EngineHealth> => {
  const startedMs = performance.now();
  const { version, error } = await ask(open);
  const latencyMs = Math.round((performance.now() - startedMs) * 10) / 10;
  return { name, purpose, version, latency_ms: latencyMs, ...judge(error, latencyMs) };
};

const ask = async (opened: OpenProbe): Promise<{ version: string | null; error?: unknown }> => {
  try {
    return { version: await withTimeout(TIMEOUT_MS, () => opened.ask()) };
  } catch (error) {
    return { version: null, error: error ?? new Error("failed") };
  } finally {
    await opened.close();
  }
};

const judge = (error: unknown, latencyMs: number): Pick<EngineHealth, "state" | "fault"> => {
  if (error !== undefined) return { state: "down", fault: describeFault(error) };
  if (latencyMs > SLOW_MS) return { state: "degraded", fault: `answers slowly, in ${Math.round(latencyMs)} ms` };
  return { state: "healthy", fault: null };
};
