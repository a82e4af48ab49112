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
    /** The claimed credential of a service request, and the verified caller. */
    claim: Claim | undefined;
    service: ServiceCaller | undefined;
    /** Arrival time by the monotonic clock. */
    startedMs: number;
    /** Writes the access log line and the metrics of this request's route. */
    answered: Answered | undefined;
  }
}

export type Act = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Makes the answers of routes that the contract calls costly. */
export interface CostlyAnswers {
  /** A GET, which `here` may answer as well. */
  readonly readable: (here: Act, edge: Edge) => Act;
  /** A request whose body this process does not read. */
  readonly withBody: (edge: Edge) => Act;
  readonly close: () => Promise<void>;
}

/** Dependencies that all routes share: authentication, origins, logging and metrics. */
export interface Edge {
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  readonly services: ServiceGate;
  /** Our own origins, for browsers that do not send `Sec-Fetch-Site`. */
  readonly origins: ReadonlySet<string>;
  readonly headers: readonly string[];
  readonly log: Log;
  readonly observe: Observe | undefined;
  readonly tracing: Tracing | undefined;
  /** Whether the other end of the connection is one of our reverse proxies. */
  readonly isTrustedProxy?: (address: string | undefined) => boolean;
  /** Validates replies against their schema, in development and tests. */
  readonly checksReplies: boolean;
  /** Called when a signed-in user is denied an operator route; must not delay the reply. */
  readonly noteDenial?: (denial: { userName: string; route: string; requestId: string }) => void;
  /** Called when an operator's act is refused by a rule or breaks; must not delay the reply. */
  readonly noteFailure?: (failure: {
    userName: string;
    route: string;
    requestId: string;
    body: unknown;
    code: string;
    detail: string;
  }) => void;
  /** Whether a route's single flag grants access in addition to the operator permission; read per request. */
  readonly isFineGrained?: () => boolean;
  /** Whether holders of the codes that decide about money or access need a second factor; read per request. */
  readonly isSecondFactorRequired?: () => boolean;
  /** Answers the costly requests; without it they are answered here, like all others. */
  readonly costly?: CostlyAnswers | undefined;
  /** While draining, every response closes its connection. */
  isDraining: boolean;
}

/** Writes the whole response at once and bypasses the framework's pipeline, so that no hook can change it. */
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
  // Equal byte and character counts mean ASCII, which Node writes much faster as latin1.
  reply.raw.end(body, sizeBytes === body.length ? "latin1" : "utf8");
};
