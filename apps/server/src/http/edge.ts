import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor, ServiceCaller } from "../actor.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/observability/log.ts";
import type { Answered, Observe } from "./observability/observe.ts";
import type { Tracing } from "./observability/tracing.ts";
import type { Authenticator } from "./security/authenticate.ts";
import type { Claim, ServiceGate } from "./security/service-gate.ts";

declare module "fastify" {
  interface FastifyRequest {
    actor: Actor | undefined;
    /** What a machine claims to be, and what it was found to be. */
    claim: Claim | undefined;
    service: ServiceCaller | undefined;
    /** When the request reached us, by the monotonic clock. */
    startedMs: number;
    /** Writes the access line and the metrics of this request's route. */
    answered: Answered | undefined;
  }
}

/** What every route shares: who asks, from where, and where the outcome is written down. */
export interface Edge {
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  readonly services: ServiceGate;
  /** Our own origins, for callers whose browser does not send `Sec-Fetch-Site`. */
  readonly origins: ReadonlySet<string>;
  readonly headers: readonly string[];
  readonly log: Log;
  readonly observe: Observe | undefined;
  readonly tracing: Tracing | undefined;
  /** Parses replies with their schema: in development and tests, where a mistake is still cheap. */
  readonly checksReplies: boolean;
  /** Told when somebody signed in is refused a call of platform operators; must not make the refusal wait. */
  readonly noteDenial?: (denial: { userName: string; route: string; requestId: string }) => void;
  /** Whether the single flag of a call opens it beside the right of operators; asked at each such call. */
  readonly isFineGrained?: () => boolean;
  /** While draining, every answer asks its client to open the next connection elsewhere. */
  isDraining: boolean;
}

/** Writes the whole answer in one go, past the framework's own pipeline: nothing else may change it on the way. */
export const sendJson = (
  edge: Edge,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: string,
  extra?: readonly string[],
): void => {
  const sizeBytes = Buffer.byteLength(body);
  const headers = edge.headers.concat("content-length", `${sizeBytes}`, "x-request-id", request.id);
  if (extra !== undefined) headers.push(...extra);
  if (edge.isDraining) headers.push("connection", "close");
  reply.hijack();
  reply.raw.writeHead(status, headers);
  // As many bytes as characters means plain ASCII, which Node writes a good deal faster under this name.
  reply.raw.end(body, sizeBytes === body.length ? "latin1" : "utf8");
};
