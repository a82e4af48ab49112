import type { ErrorCode } from "@dailies/contract/errors";
import type { JsonRoute, Route, RouteInput, RouteResult, Routes } from "@dailies/contract/kit";
import { addressOf } from "@dailies/contract/route-address";
import { readStored } from "../storage.ts";
import { ApiError } from "./api-error.ts";
import { confirmIdentity } from "./identity-check.ts";

export interface ReadContext {
  signal?: AbortSignal;
  /** A query's `meta`; `silent` suppresses the error toast and is sent as the flag of that name. */
  meta?: { silent?: boolean };
}

/** A mutation that fails silently would be repeated, so `silent` does not compile here. */
export interface ActContext {
  signal?: AbortSignal;
  meta?: { silent?: never };
}

type IsRead<R extends Route> = R["method"] extends "GET" ? (R extends { changesState: true } ? false : true) : false;
type ContextOf<R extends Route> = IsRead<R> extends true ? ReadContext : ActContext;
export type Call<R extends JsonRoute> = (input: RouteInput<R>, context?: ContextOf<R>) => Promise<RouteResult<R>>;
export type Calls<T extends Routes> = {
  [K in keyof T as T[K] extends JsonRoute ? K : never]: T[K] extends JsonRoute ? Call<T[K]> : never;
};

interface Input {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** The header that every request carries when a username is stored; the server only logs it. */
export const usernameHeader = (): Record<string, string> => {
  const username = readStored("username");
  if (!username) return {};
  // Headers are limited to Latin-1; encode other names, otherwise every request would fail.
  return { "x-username": /^[\x20-\x7e]*$/.test(username) ? username : encodeURIComponent(username) };
};

const headersOf = (route: Route): Headers => {
  const headers = new Headers({ accept: "application/json" });
  if (route.body) headers.set("content-type", "application/json");
  for (const [name, value] of Object.entries(usernameHeader())) headers.set(name, value);
  return headers;
};

/** Identifies the failed request, for diagnostics. */
const traceOf = (route: Route, { params }: Input) => ({
  method: route.method,
  path: addressOf(route, params ? { params } : {}),
});

const send = async (route: JsonRoute, input: Input, context: ReadContext): Promise<Response> => {
  const query = context.meta?.silent ? { ...input.query, silent: true } : input.query;
  try {
    return await fetch(addressOf(route, { ...input, query }), {
      method: route.method,
      headers: headersOf(route),
      signal: context.signal ?? null,
      ...(route.body && { body: JSON.stringify(input.body) }),
    });
  } catch (error) {
    if (context.signal?.aborted) throw error;
    throw new ApiError({ status: 0, code: "network", ...traceOf(route, input) });
  }
};

/** A proxy may respond with its own HTML page; it has no message to show. */
const jsonOf = async (response: Response): Promise<Record<string, unknown>> => {
  const reply: unknown = await response.json().catch(() => undefined);
  return typeof reply === "object" && reply !== null ? (reply as Record<string, unknown>) : {};
};

const STALE_SIGN_IN: ErrorCode = "stale_sign_in";

/** After the user has confirmed who they are; a caller who has given up meanwhile must not act after all. */
const repeat = (route: JsonRoute, input: Input, context: ReadContext): Promise<unknown> => {
  context.signal?.throwIfAborted();
  return call(route, input, context);
};

const call = async (route: JsonRoute, input: Input, context: ReadContext): Promise<unknown> => {
  const response = await send(route, input, context);
  const reply = await jsonOf(response);
  const requestId = response.headers.get("x-request-id") ?? (reply.request_id as string | undefined) ?? undefined;
  const failure = { status: response.status, requestId, ...traceOf(route, input) };
  if (reply.code === STALE_SIGN_IN && (await confirmIdentity())) return repeat(route, input, context);
  if (!response.ok) throw new ApiError({ ...failure, code: String(reply.code ?? "unknown"), detail: reply.detail });
  const parsed = route.reply.safeParse(reply);
  if (!parsed.success) throw new ApiError({ ...failure, code: "bad_reply" });
  return parsed.data;
};

/** One client function per JSON route; responses are validated with the route's schema. */
export const createCalls = <const T extends Routes>(routes: T): Calls<T> => {
  const calls: Record<string, unknown> = {};
  for (const [name, route] of Object.entries(routes)) {
    if (route.raw) continue;
    calls[name] = (input: Input, context: ReadContext = {}) => call(route, input, context);
  }
  return calls as Calls<T>;
};
