import type { IncomingMessage } from "node:http";
import { rawHeader } from "../routing/raw-header.ts";

export interface LineSink {
  write(line: string): unknown;
}

export interface Answered {
  requestId: string;
  status: number;
  durationMs: number;
  userId: string | undefined;
  /** The credential of the calling service. */
  serviceId?: string | undefined;
  raw: Pick<IncomingMessage, "rawHeaders">;
  /** The error code of a refused request. */
  code?: string;
}

const MAX_CLAIM = 128;

let lastMs = 0;
let lastIso = "";

/** Cached: many requests share a millisecond, and formatting a date is expensive. */
const isoNow = (): string => {
  const ms = Date.now();
  if (ms !== lastMs) {
    lastMs = ms;
    lastIso = new Date(ms).toISOString();
  }
  return lastIso;
};

/**
 * One line per request, by route template: paths and queries can contain personal data. Formatted by hand, because a
 * logger's general path costs more than the rest of the request. `x-username` is claimed by the browser; it is logged but
 * never trusted.
 */
export const accessLog = (sink: LineSink, method: string, route: string) => {
  const where = `"method":"${method}","route":${JSON.stringify(route)}`;
  return ({ requestId, status, durationMs, userId, serviceId, raw, code }: Answered): void => {
    let line = `{"level":"info","time":"${isoNow()}","msg":"answered","requestId":"${requestId}",${where},"status":${status},"ms":${Math.round(durationMs * 100) / 100}`;
    if (userId !== undefined) line += `,"userId":"${userId}"`;
    if (serviceId !== undefined) line += `,"serviceId":"${serviceId}"`;
    if (code !== undefined) line += `,"code":"${code}"`;
    const claim = rawHeader(raw, "x-username");
    if (claim !== undefined) line += `,"claimed_username":${JSON.stringify(claim.slice(0, MAX_CLAIM))}`;
    sink.write(`${line}}\n`);
  };
};
