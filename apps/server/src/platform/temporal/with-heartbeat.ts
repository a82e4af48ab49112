import { Context } from "@temporalio/activity";

export interface HeartbeatOptions {
  /** Several must fit into the activity's heartbeat timeout, after which a silent worker counts as dead. */
  readonly everyMs: number;
  /** What this activity has taken for a time and others may take when that is over. */
  readonly lease?: {
    /** Called with every heartbeat. */
    readonly renew: () => Promise<void>;
    /** The activity goes on; the next heartbeat tries again. */
    readonly onRenewFailed: (error: unknown) => void;
  };
}

/** Sends heartbeats while `act` runs. The signal aborts when the activity is cancelled or its worker is shut down. */
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
