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

/** Named by the content security policy of every page. */
export const CSP_REPORT_PATH = "/api/csp_report";
const MAX_CSP_REPORT_BYTES = 8 * 1024;

export const systemRoutes = defineRoutes({
  getHealth: {
    method: "GET",
    path: "/api_v1/system/health",
    access: "internal",
    summary: "Get the health of every engine and the running build",
    reply: z.object({ build: buildInfo, engines: z.array(engineHealth), checked_at: moment }),
  },
  reportCspViolation: {
    method: "POST",
    path: CSP_REPORT_PATH,
    access: "public",
    summary: "Report a violation of the content security policy, as browsers do of their own accord",
    raw: { status: 204, contentType: "text/plain" },
    rawBytes: { max: MAX_CSP_REPORT_BYTES },
  },
});
