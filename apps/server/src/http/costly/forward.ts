import { type IncomingHttpHeaders, type IncomingMessage, request as openRequest } from "node:http";
import { pipeline } from "node:stream";
import { text } from "node:stream/consumers";
import { MESSAGES } from "@dailies/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../../errors.ts";
import type { Edge } from "../edge.ts";

/** They concern one connection only, or are said anew by this process. */
const OF_THE_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "expect", "te"]);
const FIRST_REFUSAL = 400;

const givenUp = (): DomainError => new DomainError("unavailable", "the request was cancelled by the client");

const died = (cause: unknown): DomainError =>
  new DomainError("unavailable", MESSAGES.busy, { cause, retryAfterS: 2, loggedAs: "costly_process_died" });

/** The other process believes what this one says about the client, as if this one were a trusted proxy. */
const headersFor = ({ raw, id, ip }: FastifyRequest, { isTrustedProxy }: Edge): IncomingHttpHeaders => {
  const isKept = (name: string): boolean =>
    !OF_THE_CONNECTION.has(name) && (name !== "traceparent" || isTrustedProxy?.(raw.socket.remoteAddress) === true);
  const kept = Object.entries(raw.headers).filter(([name]) => isKept(name));
  const { "content-length": _length, ...bare } = Object.fromEntries(kept);
  const headers = raw.method === "GET" ? bare : Object.fromEntries(kept);
  return { ...headers, "x-forwarded-for": ip, "x-request-id": id };
};

const headersOf = ({ rawHeaders }: IncomingMessage, request: FastifyRequest, { isDraining }: Edge): string[] => {
  const headers: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (!OF_THE_CONNECTION.has(name.toLowerCase())) headers.push(name, value);
  }
  // As after our own refusals: a body that nobody reads may still be arriving.
  if (isDraining || !request.raw.complete) headers.push("connection", "close");
  return headers;
};

const codeOf = (body: string): string | undefined => {
  const { code } = JSON.parse(body) as { code?: string };
  return code;
};

/** A refusal is short. It is read, so that the access log says the same as if this process had refused. */
const passRefusal = async (answer: IncomingMessage, request: FastifyRequest, reply: FastifyReply, edge: Edge) => {
  const body = await text(answer);
  const status = answer.statusCode ?? 500;
  reply.hijack();
  request.answered?.(request, status, codeOf(body));
  reply.raw.writeHead(status, headersOf(answer, request, edge));
  reply.raw.end(body);
};

const passAnswer = (answer: IncomingMessage, request: FastifyRequest, reply: FastifyReply, edge: Edge): void => {
  const status = answer.statusCode ?? 500;
  reply.hijack();
  reply.raw.once("close", () => request.answered?.(request, status));
  reply.raw.writeHead(status, headersOf(answer, request, edge));
  // An answer that breaks off breaks off for the client as well: pipeline destroys what it writes to.
  pipeline(answer, reply.raw, () => undefined);
};

/** Has another process answer. Returns when that has made its answer, which may still be on its way to the client. */
export const forward = (request: FastifyRequest, reply: FastifyReply, edge: Edge, address: string): Promise<void> => {
  const { raw } = request;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const asked = openRequest({
    socketPath: address,
    method: raw.method,
    path: raw.url,
    headers: headersFor(request, edge),
    agent: false,
  });
  const abandon = (): void => void asked.destroy();
  reply.raw.once("close", abandon);
  asked.once("response", (answer) => {
    if ((answer.statusCode ?? 0) < FIRST_REFUSAL) {
      passAnswer(answer, request, reply, edge);
      resolve();
    } else passRefusal(answer, request, reply, edge).then(resolve, reject);
  });
  // Also after the answer to a body that was not read to its end, when nobody waits for it any more.
  asked.on("error", (error) => reject(reply.raw.closed ? givenUp() : died(error)));
  if (raw.method === "GET") asked.end();
  // Not a pipeline, which would destroy the connection of a body that the other process refuses to read.
  else raw.pipe(asked);
  return promise;
};
