import { collectDefaultMetrics, Registry } from "prom-client";

/** A registry with the process metrics: event loop lag, memory, handles, garbage collection. */
export const createMetrics = (): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
};
