import { ERROR_STATUS, type ErrorCode, type ErrorReply, MESSAGES } from "@dailies/contract";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError, InvalidRequest } from "../errors.ts";
import { type Edge, sendJson } from "./edge.ts";

interface Refusal {
  code: ErrorCode;
  detail: ErrorReply["detail"];
  loggedAs?: string;
  headers?: readonly string[];
}

/** The only code that maps an error to an HTTP status. */
export const useErrorReplies = (app: FastifyInstance, edge: Edge): void => {
  app.setErrorHandler((error: Error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.code === "internal")
      edge.log.error({ err: error, requestId: request.id }, "unhandled error in a request");
    refuse(edge, request, reply, refusal);
  });
  const answered = edge.observe?.({ method: "GET", path: "/api/(unknown)" });
  app.setNotFoundHandler((request, reply) => {
    request.startedMs = performance.now();
    request.answered = answered;
    refuse(edge, request, reply, { code: "not_found", detail: "there is nothing at this address" });
  });
};

/** Replies 405 for a path that exists only with other methods. */
export const refuseMethod = (edge: Edge) => (allow: string) => (request: FastifyRequest, reply: FastifyReply) => {
  const detail = `use ${allow} here`;
  refuse(edge, request, reply, { code: "method_not_allowed", detail, headers: ["allow", allow] });
};

const refuse = (edge: Edge, request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void => {
  const status = ERROR_STATUS[refusal.code];
  const body: ErrorReply = { code: refusal.code, detail: refusal.detail, request_id: request.id };
  request.answered?.(request, status, refusal.loggedAs ?? refusal.code);
  // The body of a refused upload may still be arriving: close the connection instead of reading it.
  const close = request.raw.complete ? [] : ["connection", "close"];
  sendJson(edge, request, reply, status, JSON.stringify(body), [...(refusal.headers ?? []), ...close]);
};

const refusalOf = (error: Error): Refusal => {
  if (error instanceof DomainError) {
    const headers = error.retryAfterS === undefined ? [] : ["retry-after", `${Math.ceil(error.retryAfterS)}`];
    return { code: error.code, detail: error.message, loggedAs: error.loggedAs, headers };
  }
  if (error instanceof InvalidRequest) {
    return {
      code: "invalid",
      detail: error.issues.map(({ message, path }) => ({ msg: message, loc: path.join(".") })),
    };
  }
  return frameworkRefusal(error as FastifyError) ?? { code: "internal", detail: MESSAGES.unknownError };
};

/** Errors that the framework raises before our own code sees the request. */
const frameworkRefusal = (error: FastifyError): Refusal | undefined => {
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500) return undefined;
  if (status === 413) return { code: "too_large", detail: "the request is too large" };
  if (status === 415) return { code: "unsupported_media_type", detail: "send JSON as application/json" };
  return { code: "malformed", detail: "the request could not be read" };
};
