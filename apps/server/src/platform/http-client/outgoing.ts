import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { readBody, streamBody } from "./outgoing-body.ts";
import { OutgoingError } from "./outgoing-error.ts";
import { checkPeer, guardedLookup, type Resolve, readTarget, resolveBySystem, type Target } from "./outgoing-target.ts";

export interface OutgoingRequest {
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly signal: AbortSignal;
  /** Limit of the decompressed response body. */
  readonly maxBytes?: number;
  /** PEM; https trusts only this authority, instead of the public ones. */
  readonly caCertificate?: string;
}

interface AnswerHead {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  /** The final URL, after redirects. */
  readonly url: string;
}
export interface OutgoingAnswer extends AnswerHead {
  readonly bytes: Buffer;
}
export interface OutgoingStream extends AnswerHead {
  readonly body: Readable;
}

/** HTTP client for URLs that come from users or providers. */
export interface Outgoing {
  /** Throws for a URL that is refused whatever it resolves to. */
  readonly checkAddress: (url: string) => Pick<Target, "isTrusted">;
  /** Throws an OutgoingError, or the signal's reason. */
  readonly request: (url: string, request: OutgoingRequest) => Promise<OutgoingAnswer>;
  /** For large bodies: the caller must read the stream or destroy it. `asError` maps the reader's errors. */
  readonly stream: (
    url: string,
    request: OutgoingRequest,
    asError?: (error: OutgoingError) => Error,
  ) => Promise<OutgoingStream>;
  /** The same client, which may also call the private origins of a caller that has these names. */
  readonly ofCaller: (...names: readonly string[]) => Outgoing;
  readonly close: () => void;
}

export interface CallerOrigin {
  readonly origin: string;
  readonly caller: string;
}

export interface OriginSocket {
  readonly origin: string;
  readonly path: string;
}

export interface OutgoingOptions {
  /** Private origins that the operator has allowed. */
  readonly trustedOrigins: readonly string[];
  /** Private origins that he has allowed to one caller, such as one performer. */
  readonly callerOrigins?: readonly CallerOrigin[];
  /** Unix sockets that the operator has set for an origin: nothing is resolved, and the peer is this machine. */
  readonly sockets?: readonly OriginSocket[];
  readonly resolve?: Resolve;
  /** Timeout from the start to the response head. */
  readonly answerMs?: number;
  readonly connectMs?: number;
  readonly idleMs?: number;
  /** Zero where a response from another location is worthless. */
  readonly maxRedirects?: number;
}

export const MAX_JSON_BYTES = 10 * 1024 ** 2;
const MAX_REDIRECTS = 3;

interface Arrived {
  readonly head: AnswerHead;
  readonly message: IncomingMessage;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** The only headers that are passed to another origin on a redirect. */
const HARMLESS_HEADERS: ReadonlySet<string> = new Set(["accept", "accept-encoding", "range", "user-agent"]);

export const createOutgoing = (options: OutgoingOptions): Outgoing => {
  const { maxRedirects = MAX_REDIRECTS, callerOrigins = [] } = options;
  const sockets = new Map(options.sockets?.map(({ origin, path }) => [new URL(origin).origin, path]));
  const trustedByAll = new Set([...options.trustedOrigins.map((origin) => new URL(origin).origin), ...sockets.keys()]);
  const agents = {
    "http:": new HttpAgent({ keepAlive: true, maxFreeSockets: 256, timeout: 60_000 }),
    "https:": new HttpsAgent({ keepAlive: true, maxFreeSockets: 256, timeout: 60_000 }),
  };
  const limitsOf = ({ maxBytes = MAX_JSON_BYTES }: OutgoingRequest) => ({ maxBytes, idleMs: options.idleMs ?? 30_000 });
  const agentOf = ({ url }: Target): HttpAgent => (url.protocol === "https:" ? agents["https:"] : agents["http:"]);

  const follow = async (
    target: Target,
    asked: OutgoingRequest,
    trusted: ReadonlySet<string>,
    hopsLeft = maxRedirects,
  ): Promise<Arrived> => {
    const socketPath = sockets.get(target.url.origin);
    const message = await exchange({ ...target, socketPath }, asked, agentOf(target), options);
    const status = message.statusCode ?? 0;
    const location = message.headers.location;
    if ((asked.method ?? "GET") !== "GET" || !REDIRECTS.has(status) || location === undefined) {
      return { message, head: { status, headers: message.headers, url: target.url.href } };
    }
    message.destroy();
    if (hopsLeft === 0) throw new OutgoingError("bad_answer", `redirected more than ${maxRedirects} times`);
    const next = readTarget(resolveLocation(location, target.url), trusted);
    if (target.url.protocol === "https:" && next.url.protocol === "http:") {
      throw new OutgoingError("forbidden_address", "redirected from https to http");
    }
    const kept = next.url.origin === target.url.origin ? asked : withoutSecrets(asked);
    return follow(next, kept, trusted, hopsLeft - 1);
  };

  const clientOf = (trusted: ReadonlySet<string>): Outgoing => ({
    checkAddress: (url) => ({ isTrusted: readTarget(url, trusted).isTrusted }),
    request: async (url, asked) => {
      const { head, message } = await follow(readTarget(url, trusted), asked, trusted);
      return { ...head, bytes: await readBody(message, limitsOf(asked)) };
    },
    stream: async (url, asked, asError) => {
      const { head, message } = await follow(readTarget(url, trusted), asked, trusted);
      return { ...head, body: streamBody(message, limitsOf(asked), asError) };
    },
    ofCaller: (...names) => {
      const own = callerOrigins
        .filter(({ caller }) => names.includes(caller))
        .map(({ origin }) => new URL(origin).origin);
      return clientOf(new Set([...trustedByAll, ...own]));
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  });
  return clientOf(trustedByAll);
};

const resolveLocation = (location: string, base: URL): string => {
  if (!URL.canParse(location, base.href)) throw new OutgoingError("bad_answer", "redirected to an invalid URL");
  return new URL(location, base).href;
};

const withoutSecrets = (asked: OutgoingRequest): OutgoingRequest => ({
  ...asked,
  headers: Object.fromEntries(
    Object.entries(asked.headers ?? {}).filter(([name]) => HARMLESS_HEADERS.has(name.toLowerCase())),
  ),
});

const exchange = (
  { url, isTrusted, socketPath }: Target & { readonly socketPath: string | undefined },
  { method = "GET", headers = {}, body, signal, caCertificate }: OutgoingRequest,
  agent: HttpAgent,
  { resolve = resolveBySystem, answerMs = 30_000, connectMs = 10_000 }: OutgoingOptions,
): Promise<IncomingMessage> => {
  signal.throwIfAborted();
  const { promise, resolve: answer, reject } = Promise.withResolvers<IncomingMessage>();
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
    method,
    agent,
    signal,
    lookup: guardedLookup(resolve, isTrusted),
    ...(socketPath !== undefined && { socketPath }),
    // The agent keeps connections of different authorities apart.
    ...(caCertificate !== undefined && { ca: caCertificate }),
    headers: { "accept-encoding": "identity", "user-agent": "dailies", ...headers, ...length },
  });
  const late = setTimeout(() => request.destroy(new OutgoingError("timeout", "the response timed out")), answerMs);
  request.once("socket", (socket) => watchConnection(request, socket, isTrusted, connectMs));
  request.once("response", answer);
  request.once("error", (error) => reject(toOutgoingError(error, signal)));
  request.once("close", () => clearTimeout(late));
  request.once("response", () => clearTimeout(late));
  request.end(body);
  return promise;
};

/** Listens before the request writes its first byte, so that nothing is sent to a refused peer. */
const watchConnection = (request: ClientRequest, socket: Socket, isTrusted: boolean, connectMs: number): void => {
  const check = (): void => {
    if (isTrusted) return;
    try {
      checkPeer(socket.remoteAddress);
    } catch (error) {
      request.destroy(error as OutgoingError);
      socket.destroy();
    }
  };
  if (!socket.connecting) return check();
  const late = setTimeout(() => request.destroy(new OutgoingError("timeout", "the connection timed out")), connectMs);
  socket.once("close", () => clearTimeout(late));
  socket.once("connect", () => {
    clearTimeout(late);
    check();
  });
};

const toOutgoingError = (error: Error, signal: AbortSignal): Error => {
  if (error instanceof OutgoingError) return error;
  if (signal.aborted) return signal.reason instanceof Error ? signal.reason : error;
  // With several addresses, the attempts are aggregated with their own errors.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (inner instanceof OutgoingError) return inner;
  const code = inner instanceof Error && "code" in inner ? String(inner.code) : "";
  if (/^HPE_/.test(code)) return new OutgoingError("bad_answer", "the response is not valid HTTP", { cause: error });
  if (code === "ETIMEDOUT") return new OutgoingError("timeout", "the connection timed out", { cause: error });
  return new OutgoingError("unreachable", `could not be reached${code ? ` (${code})` : ""}`, { cause: error });
};
