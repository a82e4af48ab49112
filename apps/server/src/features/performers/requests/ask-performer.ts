import { setTimeout as sleep } from "node:timers/promises";
import type { InputValues } from "@dailies/contract";
import { withDeadline } from "../../../platform/concurrency/with-deadline.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { OpenedPerformer } from "../open-performer.ts";
import { ProviderError, type ProviderResult, type ProviderState } from "./adapter.ts";
import { rolesOf } from "./resolve-input.rules.ts";
import { withQuestionSlot } from "./with-question-slot.ts";

const TRIES = 4;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;
const LOOK_EVERY_MS = 1_000;
/** The longest wait for one answer, whatever the limits of the performer are. */
export const MAX_ANSWER_S = 1_800;

export interface PerformerRefusal {
  readonly reason: string;
  /** The performer may answer later. */
  readonly isRetryable: boolean;
}

export type PerformerReply = { readonly result: ProviderResult } | PerformerRefusal;

export interface PerformerQuestion {
  readonly input: InputValues;
  /** Stable for every retry, so that a performer that supports idempotency keys answers once. */
  readonly idempotencyKey: string;
}

/** Asks a performer whose answer is no clip and waits for it, within its limits. Retries with backoff. */
export const askPerformer = async (
  db: Db,
  opened: OpenedPerformer,
  question: PerformerQuestion,
  signal: AbortSignal,
): Promise<PerformerReply> => {
  const { id, name, limits } = opened.performer;
  const deadlineMs = Math.min(limits.timeoutS, MAX_ANSWER_S) * 1_000;
  const askOnce = (): Promise<PerformerReply> =>
    withDeadline(signal, deadlineMs, (bounded) => askInTime(opened, question, { signal, bounded }));
  for (let tries = 1; ; tries++) {
    try {
      const reply = await withQuestionSlot(db, id, signal, askOnce);
      return reply ?? { reason: `${name} is disabled`, isRetryable: true };
    } catch (error) {
      if (signal.aborted || !(error instanceof ProviderError)) throw error;
      if (!error.isRetryable || tries === TRIES) return { reason: error.message, isRetryable: error.isRetryable };
      await sleep(error.retryAfterMs ?? Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS), undefined, { signal });
    }
  }
};

const askInTime = async (
  { performer, adapter }: OpenedPerformer,
  { input, idempotencyKey }: PerformerQuestion,
  { signal, bounded }: { readonly signal: AbortSignal; readonly bounded: AbortSignal },
): Promise<PerformerReply> => {
  const call = { input, roles: rolesOf(performer.inputSchema) };
  const submitted = await adapter.submit(call, { idempotencyKey, signal: bounded });
  let state: ProviderState = submitted.state;
  while (state.status === "Queued" || state.status === "Running") {
    if (bounded.aborted && !signal.aborted) return { reason: `${performer.name} timed out`, isRetryable: true };
    await sleep(LOOK_EVERY_MS, undefined, { signal });
    state = await adapter.poll(submitted.externalId, bounded);
  }
  if (state.status === "Succeeded") return { result: await adapter.fetch(submitted.externalId, bounded) };
  const { message, isRetryable } = state.error ?? {
    message: `${performer.name} says ${state.raw}`,
    isRetryable: false,
  };
  return { reason: message, isRetryable };
};
