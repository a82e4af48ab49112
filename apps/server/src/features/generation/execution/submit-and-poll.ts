import { type AdapterCall, type OpenedPerformer, type ProviderState, rolesOf } from "../../performers/index.ts";
import { shorten, withLogLine } from "../jobs/job.rules.ts";
import type { Claim, Job } from "../jobs/job.store.ts";
import { idempotencyKeyOf } from "../workflows/generation-ids.rules.ts";
import { cancelAtProvider } from "./cancel-at-provider.ts";
import { endJob, releaseJob } from "./end-job.ts";
import { handleProviderError } from "./handle-provider-error.ts";
import { again, DONE, type PerformDeps, type PollResult, type StepContext } from "./perform-deps.ts";
import { recordPoll, setExternalId } from "./poll.store.ts";
import { nextPollMs } from "./retry-policy.rules.ts";
import { storeOutput } from "./store-output.ts";

/** Works on a claimed job: submits it once, polls it, and stores its output. */
export const submitAndPoll = async (deps: PerformDeps, claim: Claim, step: StepContext): Promise<PollResult> => {
  const { job } = claim;
  try {
    const opened = await deps.openPerformer(job.performerId, job.performerVersion, claim.performerRevision);
    if (job.externalId === null) return await submit(deps, { claim, opened }, step);
    const state = await opened.adapter.poll(job.externalId, step.signal);
    await deps.reached?.("looked");
    return await proceed(deps, { claim, opened, externalId: job.externalId, state, isPersisted: true }, step);
  } catch (error) {
    // The worker is shutting down or the job was cancelled: leave it as it is for the next claim.
    if (step.signal.aborted) throw error;
    return handleProviderError(deps, claim, error, step);
  }
};

const submit = async (
  deps: PerformDeps,
  { claim, opened }: { claim: Claim; opened: OpenedPerformer },
  step: StepContext,
): Promise<PollResult> => {
  const { job } = claim;
  const { externalId, state } = await opened.adapter.submit(adapterCallOf(job, opened), {
    idempotencyKey: idempotencyKeyOf(job.id),
    ...webhookOf(deps, opened),
    signal: step.signal,
  });
  await deps.reached?.("submitted");
  return proceed(deps, { claim, opened, externalId, state, isPersisted: false }, step);
};

const adapterCallOf = (job: Job, { performer }: OpenedPerformer): AdapterCall => ({
  input: job.input,
  roles: rolesOf(performer.inputSchema),
  ...(job.seed === null ? {} : { seed: job.seed }),
});

const webhookOf = ({ publicOrigin }: PerformDeps, { performer }: OpenedPerformer) =>
  performer.capabilities.includes("webhook")
    ? { webhookUrl: `${publicOrigin}/api_v1/performer/webhook/${performer.id}` }
    : {};

interface Seen {
  readonly claim: Claim;
  readonly opened: OpenedPerformer;
  readonly externalId: string;
  readonly state: ProviderState;
  /** Whether the external id is saved in our row. */
  readonly isPersisted: boolean;
}

const proceed = async (deps: PerformDeps, seen: Seen, step: StepContext): Promise<PollResult> => {
  const { claim, externalId, state, isPersisted } = seen;
  const isWaiting = state.status === "Queued" || state.status === "Running";
  if (isWaiting && !claim.isLate) return waitOn(deps, seen, step);
  const job = { ...claim.job, externalId };
  if (!isPersisted && !(await note(deps, seen, undefined))) return lateToKnow(deps, { ...claim, job }, step);
  const rawStatus = shorten(state.raw, 200);
  if (state.status === "Succeeded") return storeOutput(deps, { job, opened: seen.opened, externalId, rawStatus }, step);
  if (isWaiting) {
    const error = { code: "timeout", message: "it took longer than the performer allows", isRetryable: true };
    const isEnded = await endJob(deps, job, { status: "Expired", rawStatus, mustCancel: true, error });
    return isEnded ? cancelAtProvider(deps, { ...claim, job }, step) : releaseJob(deps, job);
  }
  const error = state.error ?? {
    code: "provider_failed",
    message: `the provider says ${rawStatus}`,
    isRetryable: false,
  };
  const isEnded = await endJob(deps, job, { status: state.status as "Failed", rawStatus, error });
  return isEnded ? DONE : releaseJob(deps, job);
};

const waitOn = async (deps: PerformDeps, seen: Seen, step: StepContext): Promise<PollResult> => {
  const { job } = seen.claim;
  const medianMs = await deps.pace.medianMs(job.performerId);
  const inFlight = await deps.pace.inFlight();
  const nextPollInMs = nextPollMs({ polls: job.polls, medianMs, inFlight, random: Math.random() });
  if (!(await note(deps, seen, nextPollInMs))) {
    return lateToKnow(deps, { ...seen.claim, job: { ...job, externalId: seen.externalId } }, step);
  }
  return again(nextPollInMs);
};

/** The job ended before the external id was saved; save it now, because cancelling at the provider needs it. */
const lateToKnow = async (deps: PerformDeps, claim: Claim, step: StepContext): Promise<PollResult> => {
  if (claim.job.externalId !== null) await setExternalId(deps.db, claim.job.id, claim.job.externalId);
  return cancelAtProvider(deps, claim, step);
};

/** False when the job has already ended. Notifies watchers only of visible changes. */
const note = async (deps: PerformDeps, seen: Seen, nextPollInMs: number | undefined): Promise<boolean> => {
  const { claim, externalId, state } = seen;
  const { job } = claim;
  const rawStatus = shorten(state.raw, 200);
  const isWaiting = state.status === "Queued" || state.status === "Running";
  const status = isWaiting ? (state.status as "Queued" | "Running") : (job.status as "Pending" | "Queued" | "Running");
  const progress = state.progress ?? null;
  const queuePosition = state.queuePosition ?? null;
  const looked = { jobId: job.id, externalId, status, rawStatus, progress, queuePosition, nextPollInMs };
  const log = rawStatus === job.rawStatus ? job.log : withLogLine(job.log, deps.clock(), wordsOf(state));
  if (!state.isKnown) deps.log.warn({ jobId: job.id, rawStatus }, "provider reported an unknown status");
  const isVisible =
    isWaiting && (status !== job.status || queuePosition !== job.queuePosition || hasMoved(job.progress, progress));
  const isOpen = await recordPoll(deps.db, { ...looked, log, isVisible });
  await deps.reached?.("submission noted");
  return isOpen;
};

const hasMoved = (before: number | null, now: number | null): boolean =>
  now !== null && Math.abs(now - (before ?? 0)) >= 0.02;

const wordsOf = ({ status, raw, isKnown, queuePosition }: ProviderState): string => {
  const place = queuePosition === undefined ? "" : `, ${queuePosition} before it`;
  return `${isKnown ? status : "not known"}: ${raw}${place}`;
};
