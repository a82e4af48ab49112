import { z } from "zod";
import { defineRoutes, moment } from "../kit.ts";

export const ENGINE_STATES = ["healthy", "degraded", "down"] as const;

export const engineHealth = z.object({
  name: z.string(),
  /** What the console uses the service for. */
  purpose: z.string(),
  state: z.enum(ENGINE_STATES),
  version: z.string().nullable(),
  latency_ms: z.number().nonnegative(),
  /** What is wrong; null when healthy. */
  fault: z.string().nullable(),
});
export type EngineHealth = z.infer<typeof engineHealth>;

export const buildInfo = z.object({
  version: z.string(),
  commit: z.string(),
  node: z.string(),
  mode: z.enum(["development", "test", "production"]),
  started_at: moment,
});

export const systemRoutes = defineRoutes({
  getHealth: {
    method: "GET",
    path: "/api_v1/system/health",
    access: "internal",
    summary: "Get the health of every engine and the running build",
    reply: z.object({ build: buildInfo, engines: z.array(engineHealth), checked_at: moment }),
  },
});
