import { type AdapterCall, type OpenedPerformer, type ProviderState, rolesOf } from "../../performers/index.ts";
import { shorten, withLogLine } from "../jobs/call.rules.ts";
import type { Call, Taking } from "../jobs/call.store.ts";
import { idempotencyKeyOf } from "../workflows/generation-ids.rules.ts";
import { cancelAtProvider } from "./cancel-at-provider.ts";
import { endCall, giveBack } from "./end-call.ts";
import { handleProviderError } from "./handle-provider-error.ts";
import { setExternalId, updateLooked } from "./look.store.ts";
import { again, DONE, type Hand, type Look, type PerformDeps } from "./perform-deps.ts";
import { nextPollMs } from "./retry-policy.rules.ts";
import { storeOutput } from "./store-output.ts";

/** A call that is in our hands: submitted once, looked at, and stored when it is ready. */
export const submitAndPoll = async (deps: PerformDeps, taking: Taking, hand: Hand): Promise<Look> => {
  const { call } = taking;
  try {
    const opened = await deps.openPerformer(call.performerId, call.performerVersion, taking.performerRevision);
    if (call.externalId === null) return await submit(deps, { taking, opened }, hand);
    const state = await opened.adapter.poll(call.externalId, hand.signal);
    await deps.reached?.("looked");
    return await proceed(deps, { taking, opened, externalId: call.externalId, state, isPersisted: true }, hand);
  } catch (error) {
    // Somebody stops this worker, or the call itself: whoever comes next finds it as it is.
    if (hand.signal.aborted) throw error;
    return handleProviderError(deps, taking, error, hand);
  }
};

const submit = async (
  deps: PerformDeps,
  { taking, opened }: { taking: Taking; opened: OpenedPerformer },
  hand: Hand,
): Promise<Look> => {
  const { call } = taking;
  const { externalId, state } = await opened.adapter.submit(adapterCallOf(call, opened), {
    idempotencyKey: idempotencyKeyOf(call.id),
    ...webhookOf(deps, opened),
    signal: hand.signal,
  });
  await deps.reached?.("submitted");
  return proceed(deps, { taking, opened, externalId, state, isPersisted: false }, hand);
};

const adapterCallOf = (call: Call, { performer }: OpenedPerformer): AdapterCall => ({
  input: call.input,
  roles: rolesOf(performer.inputSchema),
  ...(call.seed === null ? {} : { seed: call.seed }),
});

const webhookOf = ({ publicOrigin }: PerformDeps, { performer }: OpenedPerformer) =>
  performer.capabilities.includes("webhook")
    ? { webhookUrl: `${publicOrigin}/api_v1/performer/webhook/${performer.id}` }
    : {};

interface Seen {
  readonly taking: Taking;
  readonly opened: OpenedPerformer;
  readonly externalId: string;
  readonly state: ProviderState;
  /** Whether our row knows the provider's name for the call. */
  readonly isPersisted: boolean;
}

const proceed = async (deps: PerformDeps, seen: Seen, hand: Hand): Promise<Look> => {
  const { taking, externalId, state, isPersisted } = seen;
  const isWaiting = state.status === "Queued" || state.status === "Running";
  if (isWaiting && !taking.isLate) return waitOn(deps, seen, hand);
  const call = { ...taking.call, externalId };
  if (!isPersisted && !(await note(deps, seen, undefined))) return lateToKnow(deps, { ...taking, call }, hand);
  const rawStatus = shorten(state.raw, 200);
  if (state.status === "Succeeded")
    return storeOutput(deps, { call, opened: seen.opened, externalId, rawStatus }, hand);
  if (isWaiting) {
    const error = { code: "timeout", message: "it took longer than the performer allows", isRetryable: true };
    const isEnded = await endCall(deps, call, { status: "Expired", rawStatus, mustCancel: true, error });
    return isEnded ? cancelAtProvider(deps, { ...taking, call }, hand) : giveBack(deps, call);
  }
  const error = state.error ?? {
    code: "provider_failed",
    message: `the provider says ${rawStatus}`,
    isRetryable: false,
  };
  const isEnded = await endCall(deps, call, { status: state.status as "Failed", rawStatus, error });
  return isEnded ? DONE : giveBack(deps, call);
};

const waitOn = async (deps: PerformDeps, seen: Seen, hand: Hand): Promise<Look> => {
  const { call } = seen.taking;
  const medianMs = await deps.pace.medianMs(call.performerId);
  const inFlight = await deps.pace.inFlight();
  const nextLookInMs = nextPollMs({ polls: call.polls, medianMs, inFlight, random: Math.random() });
  if (!(await note(deps, seen, nextLookInMs))) {
    return lateToKnow(deps, { ...seen.taking, call: { ...call, externalId: seen.externalId } }, hand);
  }
  return again(nextLookInMs);
};

/** It ended here before the provider's answer was written down: that answer is all the provider can be told by. */
const lateToKnow = async (deps: PerformDeps, taking: Taking, hand: Hand): Promise<Look> => {
  if (taking.call.externalId !== null) await setExternalId(deps.db, taking.call.id, taking.call.externalId);
  return cancelAtProvider(deps, taking, hand);
};

/** False when the call has ended meanwhile. Watchers hear of it only when there is something to see. */
const note = async (deps: PerformDeps, seen: Seen, nextLookInMs: number | undefined): Promise<boolean> => {
  const { taking, externalId, state } = seen;
  const { call } = taking;
  const rawStatus = shorten(state.raw, 200);
  const isWaiting = state.status === "Queued" || state.status === "Running";
  const status = isWaiting ? (state.status as "Queued" | "Running") : (call.status as "Pending" | "Queued" | "Running");
  const progress = state.progress ?? null;
  const queuePosition = state.queuePosition ?? null;
  const looked = { callId: call.id, externalId, status, rawStatus, progress, queuePosition, nextLookInMs };
  const log = rawStatus === call.rawStatus ? call.log : withLogLine(call.log, deps.clock(), wordsOf(state));
  if (!state.isKnown) deps.log.warn({ callId: call.id, rawStatus }, "provider reported an unknown status");
  const isVisible =
    isWaiting && (status !== call.status || queuePosition !== call.queuePosition || hasMoved(call.progress, progress));
  const isOpen = await updateLooked(deps.db, { ...looked, log, isVisible });
  await deps.reached?.("submission noted");
  return isOpen;
};

const hasMoved = (before: number | null, now: number | null): boolean =>
  now !== null && Math.abs(now - (before ?? 0)) >= 0.02;

const wordsOf = ({ status, raw, isKnown, queuePosition }: ProviderState): string => {
  const place = queuePosition === undefined ? "" : `, ${queuePosition} before it`;
  return `${isKnown ? status : "not known"}: ${raw}${place}`;
};
