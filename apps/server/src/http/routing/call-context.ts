import type { FastifyRequest } from "fastify";
import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { RequestContext } from "../../request-context.ts";
import { readCookie } from "../security/cookies.ts";
import { networkOf } from "../security/network.ts";

const MAX_USER_AGENT = 400;

/**
 * What a handler may know of the request beyond its parsed parts, and the cookies it wants set. Where somebody must be
 * signed in, it is the context that use cases take.
 */
export class CallContext {
  readonly requestId: string;
  readonly actor: Actor | undefined;
  /** When the handler was called. */
  readonly at: Date;
  /** Header names and values to send with the answer, when the handler asked for any. */
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

  /** For long work: the signal fires when the caller's connection is lost before the answer. */
  async withRequestSignal<T>(act: (gone: AbortSignal) => Promise<T>): Promise<T> {
    const { socket } = this.request.raw;
    const controller = new AbortController();
    // Told as a refusal: that somebody went away is no fault of ours, and nobody hears the answer.
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
    this.headers = [...(this.headers ?? []), "set-cookie", cookie];
  }
}

/** The context of a route that only signed-in users reach. */
export type SignedInContext = CallContext & RequestContext;
