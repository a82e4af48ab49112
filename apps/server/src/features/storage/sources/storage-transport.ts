import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type {
  Outgoing,
  OutgoingAnswer,
  OutgoingRequest,
  OutgoingStream,
} from "../../../platform/http-client/outgoing.ts";
import { OutgoingError } from "../../../platform/http-client/outgoing-error.ts";
import { faultOf, refusalOf } from "./storage-response.rules.ts";

const TRIES = 4;
const FIRST_WAIT_MS = 100;
const TRY_MS = 60_000;

export type StorageRequest = Pick<OutgoingRequest, "headers" | "maxBytes"> & {
  readonly method?: "GET" | "HEAD";
  readonly signal?: AbortSignal | undefined;
};

/** Requests to one profile's storage, with retries; error messages name only the profile. */
export interface StorageTransport {
  readonly ask: (makeUrl: () => string, request: StorageRequest) => Promise<OutgoingAnswer>;
  readonly stream: (makeUrl: () => string, request: StorageRequest) => Promise<OutgoingStream>;
}

const isPassing = (status: number): boolean => status === 429 || status >= 500;
const helps = ({ fault }: OutgoingError): boolean => fault === "unreachable" || fault === "timeout";

/** Backoff with jitter, so that many readers do not retry together. */
const pause = (nth: number, signal: AbortSignal | undefined): Promise<void> =>
  wait(Math.random() * FIRST_WAIT_MS * 2 ** nth, undefined, signal ? { signal } : {});

export const createStorageTransport = (outgoing: Outgoing, profileName: string): StorageTransport => {
  /** Undefined after a transient error. */
  const tryOnce = async <T extends { readonly status: number }>(
    attempt: (signal: AbortSignal) => Promise<T>,
    { signal }: StorageRequest,
    { isLast, discard }: { readonly isLast: boolean; readonly discard: (answer: T) => void },
  ): Promise<T | undefined> => {
    signal?.throwIfAborted();
    const late = AbortSignal.timeout(TRY_MS);
    const answer = await attempt(signal ? AbortSignal.any([signal, late]) : late).catch((error: unknown) => {
      signal?.throwIfAborted();
      const fault = late.aborted ? new OutgoingError("timeout", "the response body timed out") : error;
      if (fault instanceof OutgoingError && (isLast || late.aborted || !helps(fault)))
        throw faultOf(profileName, fault);
      if (!(fault instanceof OutgoingError)) throw fault;
    });
    if (!answer || !isPassing(answer.status)) return answer ?? undefined;
    discard(answer);
    if (isLast) throw refusalOf(profileName, answer.status);
    return undefined;
  };
  const tryUntil = async <T extends { readonly status: number }>(
    attempt: (signal: AbortSignal) => Promise<T>,
    request: StorageRequest,
    discard: (answer: T) => void,
  ): Promise<T> => {
    for (let nth = 1; ; nth++) {
      const answer = await tryOnce(attempt, request, { isLast: nth === TRIES, discard });
      if (answer) return answer;
      await pause(nth, request.signal);
    }
  };

  return {
    ask: (makeUrl, request) =>
      tryUntil(
        (signal) => outgoing.request(makeUrl(), { ...request, signal }),
        request,
        () => undefined,
      ),
    stream: (makeUrl, request) => {
      const asError = (error: OutgoingError): Error => faultOf(profileName, error);
      const attempt = (signal: AbortSignal) => outgoing.stream(makeUrl(), { ...request, signal }, asError);
      return tryUntil(attempt, request, ({ body }) => discardBody(body));
    },
  };
};

export const discardBody = (body: Readable): void => {
  body.destroy();
};
