import { Context } from "@temporalio/activity";

export interface HeartbeatOptions {
  /** Several must fit into the activity's heartbeat timeout. */
  readonly everyMs: number;
  /** A lease that the activity holds and must renew. */
  readonly lease?: {
    /** Called with every heartbeat. */
    readonly renew: () => Promise<void>;
    /** The activity continues; the next heartbeat retries. */
    readonly onRenewFailed: (error: unknown) => void;
  };
}

/** Sends heartbeats while `act` runs. The signal aborts when the activity is cancelled or the worker shuts down. */
export const withHeartbeat = async <T>(
  { everyMs, lease }: HeartbeatOptions,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const context = Context.current();
  const beat = async (): Promise<void> => {
    context.heartbeat();
    await lease?.renew();
  };
  const timer = setInterval(() => {
    beat().catch((error: unknown) => {
      if (!lease) throw error;
      lease.onRenewFailed(error);
    });
  }, everyMs);
  try {
    return await act(context.cancellationSignal);
  } finally {
    clearInterval(timer);
  }
};
