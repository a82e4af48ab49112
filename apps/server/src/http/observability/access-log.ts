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
  /** The credential of the machine that called. */
  serviceId?: string | undefined;
  raw: Pick<IncomingMessage, "rawHeaders">;
  /** Why it was refused, when it was. */
  code?: string;
}

const MAX_CLAIM = 128;

let lastMs = 0;
let lastIso = "";

/** Many requests share a millisecond, and writing out a date is dear. */
const isoNow = (): string => {
  const ms = Date.now();
  if (ms !== lastMs) {
    lastMs = ms;
    lastIso = new Date(ms).toISOString();
  }
  return lastIso;
};

/**
 * One line for each answered request, by route template: paths and queries can hold people's addresses. Built by hand,
 * because a logger's general path costs more than everything else here together. The name in `x-username` is what the
 * browser claims; it is written down and never believed.
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
