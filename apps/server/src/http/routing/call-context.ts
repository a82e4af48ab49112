import type { FastifyRequest } from "fastify";
import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { readCookie } from "../security/cookies.ts";
import { networkOf } from "../security/network.ts";

const MAX_USER_AGENT = 400;

/**
 * Request data for a handler besides its parsed parts, and the cookies to set. On routes that need a session it is the
 * RequestContext of the use cases.
 */
export class CallContext {
  readonly requestId: string;
  readonly actor: Actor | undefined;
  /** When the handler was called. */
  readonly at: Date;
  /** Extra response headers, flat name and value list, if any. */
  headers: string[] | undefined;
  private readonly request: FastifyRequest;

  constructor(request: FastifyRequest, at: Date) {
    this.requestId = request.id;
    this.actor = request.actor;
    this.at = at;
    this.headers = undefined;
    this.request = request;
  }

  get network(): string {
    return networkOf(this.request.ip);
  }

  get userAgent(): string {
    return (this.request.headers["user-agent"] ?? "").slice(0, MAX_USER_AGENT);
  }

  /** For long work: the signal aborts when the client disconnects before the response. */
  async withRequestSignal<T>(act: (gone: AbortSignal) => Promise<T>): Promise<T> {
    const { socket } = this.request.raw;
    const controller = new AbortController();
    // A DomainError, so that a client disconnect is not logged as an error.
    const leave = (): void =>
      controller.abort(new DomainError("unavailable", "the request was cancelled by the client"));
    socket.once("close", leave);
    try {
      return await act(controller.signal);
    } finally {
      socket.off("close", leave);
    }
  }

  readCookie(name: string): string | undefined {
    return readCookie(this.request.headers.cookie, name);
  }

  setCookie(cookie: string): void {
    this.setHeader("set-cookie", cookie);
  }

  setHeader(name: string, value: string): void {
    this.headers = [...(this.headers ?? []), name, value];
  }
}

/** The context of a route that only signed-in users can call. */
export type SignedInContext = CallContext & RequestContext;
