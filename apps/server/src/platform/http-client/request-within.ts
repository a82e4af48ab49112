import { withDeadline } from "../concurrency/with-deadline.ts";
import type { Outgoing, OutgoingAnswer, OutgoingRequest } from "./outgoing.ts";
import { OutgoingError } from "./outgoing-error.ts";

export interface RequestLimits {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

const never = new AbortController().signal;

/** A request with a limit of time that includes its body. Beyond it the request fails with the fault `timeout`. */
export const requestWithin = (
  outgoing: Outgoing,
  url: string,
  request: Omit<OutgoingRequest, "signal">,
  { signal = never, timeoutMs }: RequestLimits,
): Promise<OutgoingAnswer> =>
  withDeadline(signal, timeoutMs, (bounded) =>
    outgoing.request(url, { ...request, signal: bounded }).catch((error: unknown) => {
      // A body that is aborted while it is read looks like a connection that broke.
      throw bounded.aborted ? new OutgoingError("timeout", "the response timed out", { cause: error }) : error;
    }),
  );
