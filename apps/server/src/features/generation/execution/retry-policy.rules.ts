/** How often a provider is polled for one job and for all of them, and the backoff between retries. */
export const FIRST_POLL_MS = 1_000;
const GROWTH = 1.5;
const MAX_POLL_MS = 20_000;
/** The first poll comes after half of the median duration; a clip is rarely ready much earlier. */
const PART_OF_MEDIAN = 0.5;
/** Rate limit across all jobs in flight: ten thousand of them must not overload the engine. */
const MAX_POLLS_PER_S = 40;
const JITTER = 0.15;

export interface PollPace {
  readonly polls: number;
  readonly medianMs: number | undefined;
  readonly inFlight: number;
  /** From 0 to 1. */
  readonly random: number;
}

export const nextPollMs = ({ polls, medianMs, inFlight, random }: PollPace): number => {
  const first = polls === 0 ? (medianMs ?? 0) * PART_OF_MEDIAN : 0;
  const grown = FIRST_POLL_MS * GROWTH ** Math.min(polls, 20);
  const wanted = Math.min(MAX_POLL_MS, Math.max(first, grown));
  const fair = (inFlight / MAX_POLLS_PER_S) * 1_000;
  return spread(Math.max(wanted, fair), random);
};

/** Jitter: jobs that started together must not poll together. */
const spread = (ms: number, random: number): number => Math.round(ms * (1 - JITTER + 2 * JITTER * random));

const MAX_WAIT_MS = 20_000;

/** Backoff while waiting for a free slot or the rate limit; `tries` is the number of earlier attempts. */
export const nextTryMs = ({ tries, waitMs, random }: { tries: number; waitMs: number; random: number }): number =>
  Math.round(waitMs + Math.min(MAX_WAIT_MS, 400 * GROWTH ** Math.min(tries, 20)) * (0.5 + random));

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;
const MAX_RETRY_AFTER_MS = 600_000;

/** Backoff after a transient failure. Honours the provider's Retry-After, up to ten minutes. */
export const nextRetryMs = ({
  failures,
  retryAfterMs = 0,
  random,
}: {
  failures: number;
  retryAfterMs?: number | undefined;
  random: number;
}): number => {
  const grown = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures, 10));
  return Math.round(Math.max(spread(grown, random), Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
};

/** A failed submission costs nothing; a job in flight may already have cost its price, so it gets more retries. */
export const MAX_FAILURES = { submit: 3, result: 8 } as const;
/** A download may have been truncated; the same bad file twice is the provider's real output. */
export const MAX_BAD_OUTPUTS = 2;
