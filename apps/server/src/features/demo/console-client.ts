import type { AddressInput, JsonRoute, RouteInput, RouteResult } from "@dailies/contract";
import { addressOf, authRoutes } from "@dailies/contract";

const CALL_TIMEOUT_MS = 30_000;

interface AnyInput extends AddressInput {
  readonly body?: unknown;
}

/** A reply other than success. */
export class RefusedCall extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A person who is signed in to a running console and calls its API over HTTP. */
export interface ConsoleClient {
  readonly username: string;
  readonly call: <R extends JsonRoute>(route: R, input: RouteInput<R>) => Promise<RouteResult<R>>;
  readonly download: (path: string) => Promise<Buffer>;
}

const send = async (url: URL, method: string, headers: Record<string, string>, body: unknown): Promise<Response> => {
  const content = body === undefined ? {} : { "content-type": "application/json" };
  const reply = await fetch(url, {
    method,
    headers: { ...headers, ...content, "sec-fetch-site": "same-origin" },
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (reply.ok) return reply;
  throw new RefusedCall(
    reply.status,
    `${url.pathname} answered ${reply.status}: ${(await reply.text()).slice(0, 500)}`,
  );
};

/** Signs in with a password, as the sign-in page does. */
export const signIn = async (origin: string, username: string, password: string): Promise<ConsoleClient> => {
  const login = await send(new URL(authRoutes.login.path, origin), "POST", {}, { username, password });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  return {
    username,
    call: async <R extends JsonRoute>(route: R, input: RouteInput<R>) => {
      const { body } = input as AnyInput;
      const reply = await send(new URL(addressOf(route, input as AnyInput), origin), route.method, { cookie }, body);
      return route.reply.parse(await reply.json()) as RouteResult<R>;
    },
    download: async (path) => {
      const reply = await send(new URL(path, origin), "GET", { cookie }, undefined);
      return Buffer.from(await reply.arrayBuffer());
    },
  };
};
