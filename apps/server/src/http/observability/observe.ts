import type { Route } from "@dailies/contract";
import type { FastifyRequest } from "fastify";
import { accessLog, type LineSink } from "./access-log.ts";
import type { RequestMetrics } from "./request-metrics.ts";

export type Answered = (request: FastifyRequest, status: number, code?: string) => void;

/** Creates the recorder of one route, once, at registration. */
export type Observe = (route: Pick<Route, "method" | "path">) => Answered;

export const observeInto =
  (metrics: RequestMetrics, sink: LineSink): Observe =>
  ({ method, path }) => {
    const count = metrics.ofRoute(method, path);
    const writeLine = accessLog(sink, method, path);
    return (request, status, code) => {
      const durationMs = performance.now() - request.startedMs;
      count(status, durationMs / 1000);
      writeLine({
        requestId: request.id,
        status,
        durationMs,
        userId: request.actor?.userId,
        serviceId: request.service?.credentialId,
        raw: request.raw,
        code,
      });
    };
  };
