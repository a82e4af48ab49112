import { setTimeout as sleep } from "node:timers/promises";
import { type AddressInput, addressOf, type JsonRoute, type RouteInput, type RouteResult } from "@dailies/contract";

export class CallFailed extends Error {
  readonly status: number;
  constructor(status: number, words: string) {
    super(words);
    this.status = status;
  }
}

interface AnyInput extends AddressInput {
  readonly body?: unknown;
}

export interface ConsoleCalls {
  readonly call: <R extends JsonRoute>(route: R, input: RouteInput<R>) => Promise<RouteResult<R>>;
  /** Retries until there is a reply, like a user whose connection failed; refusals (4xx) are replies. */
  readonly insist: <R extends JsonRoute>(route: R, input: RouteInput<R>) => Promise<RouteResult<R>>;
}

const CALL_TIMEOUT_MS = 30_000;
const INSIST_FOR_MS = 120_000;

/**
 * Requests with this cookie, as the console's own page sends them. Replies of another version are not parsed: its contract may
 * be another one.
 */
export const consoleCalls = (origin: string, cookie: string, isOtherVersion = false): ConsoleCalls => {
  const call = async <R extends JsonRoute>(route: R, input: RouteInput<R>): Promise<RouteResult<R>> => {
    const { body } = input as AnyInput;
    const response = await fetch(new URL(addressOf(route, input as AnyInput), origin), {
      method: route.method,
      headers: {
        cookie,
        "sec-fetch-site": "same-origin",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new CallFailed(0, String(error));
    });
    const text = await response.text().catch((error: unknown) => {
      throw new CallFailed(0, String(error));
    });
    if (!response.ok) throw new CallFailed(response.status, `${route.path}: ${text.slice(0, 500)}`);
    const reply: unknown = JSON.parse(text);
    return (isOtherVersion ? reply : route.reply.parse(reply)) as RouteResult<R>;
  };
  const insist = async <R extends JsonRoute>(route: R, input: RouteInput<R>): Promise<RouteResult<R>> => {
    const deadlineMs = performance.now() + INSIST_FOR_MS;
    for (;;) {
      try {
        return await call(route, input);
      } catch (error) {
        const isRefusal =
          error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 429;
        if (isRefusal || performance.now() > deadlineMs) throw error;
        await sleep(250);
      }
    }
  };
  return { call, insist };
};
