import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { withDeadline } from "../../../platform/concurrency/with-deadline.ts";
import { SIGNED_URL_TTL_S } from "../../../platform/s3/signed-url-ttl.ts";
import {
  type OpenedPerformer,
  openPerformer,
  ProviderError,
  type ProviderState,
  rolesOf,
} from "../../performers/index.ts";
import type { Finding } from "../measuring/figures.rules.ts";
import type { PrepareDeps } from "../preparing/prepare-deps.ts";
import type { Question } from "./judge.store.ts";
import { judgeInput } from "./judge-input.rules.ts";

const TRIES = 4;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 15_000;
const LOOK_EVERY_MS = 1_000;
const MAX_WAIT_S = 1_800;

const refused = (reason: string, isRetryable: boolean): Finding => ({
  value: null,
  detail: { reason, is_retryable: isRetryable },
});

/** Retries with backoff; an unreachable judge is recorded as retryable, a refusal as final. */
export const askJudge = async (deps: PrepareDeps, question: Question, signal: AbortSignal): Promise<Finding> => {
  const opened = await openPerformer({ ...deps, assetUrl: addressesOf(deps) }, question.performerId);
  const { performer } = opened;
  if (performer.kind !== "judge") return refused(`${performer.name} is no judge`, true);
  if (!performer.isEnabled || performer.isDeleted) return refused(`${performer.name} is disabled`, true);
  for (let tries = 1; ; tries++) {
    try {
      return await askOnce(opened, question, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof ProviderError)) throw error;
      if (!error.isRetryable || tries === TRIES) return refused(error.message, error.isRetryable);
      await sleep(error.retryAfterMs ?? Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS), undefined, { signal });
    }
  }
};

/** The judge reads the anonymised clip, as raters do. */
const addressesOf =
  ({ storage, clock }: PrepareDeps) =>
  async (key: string): Promise<string> =>
    storage.presign({ method: "GET", key, at: clock(), expiresS: SIGNED_URL_TTL_S.provider });

/** Stable for every retry, so that a judge that supports idempotency keys answers once. */
const idempotencyKeyOf = ({ sha256, inputsHash, performerId }: Question, version: string): string =>
  `judge-${createHash("sha256").update(sha256).update(inputsHash).update(`${performerId} ${version}`).digest("hex")}`;

const askOnce = (opened: OpenedPerformer, question: Question, signal: AbortSignal): Promise<Finding> => {
  const deadlineMs = Math.min(opened.performer.limits.timeoutS, MAX_WAIT_S) * 1_000;
  return withDeadline(signal, deadlineMs, (bounded) => askInTime(opened, question, { signal, bounded }));
};

const askInTime = async (
  { performer, adapter }: OpenedPerformer,
  question: Question,
  { signal, bounded }: { readonly signal: AbortSignal; readonly bounded: AbortSignal },
): Promise<Finding> => {
  const { inputs, label, judgedKey: clip } = question;
  const input = judgeInput(performer.inputSchema, { clip, inputs, label });
  const idempotencyKey = idempotencyKeyOf(question, `${performer.version} ${performer.revision}`);
  const call = { input, roles: rolesOf(performer.inputSchema) };
  const submitted = await adapter.submit(call, { idempotencyKey, signal: bounded });
  let state: ProviderState = submitted.state;
  while (state.status === "Queued" || state.status === "Running") {
    if (bounded.aborted && !signal.aborted) return refused("the judge timed out", true);
    await sleep(LOOK_EVERY_MS, undefined, { signal });
    state = await adapter.poll(submitted.externalId, bounded);
  }
  if (state.status !== "Succeeded")
    return refused(state.error?.message ?? `the judge says ${state.raw}`, state.error?.isRetryable ?? false);
  const { metrics } = await adapter.fetch(submitted.externalId, bounded);
  const score = metrics?.score;
  return score === undefined ? refused("the judge gave no score", false) : { value: score, detail: null };
};
