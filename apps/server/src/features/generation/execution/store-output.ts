import type { Readable } from "node:stream";
import { withDeadline } from "../../../platform/concurrency/with-deadline.ts";
import { discardOutput, isRefusal, type ReceivedClip, receiveOutput } from "../../assets/index.ts";
import { compareDelivered, type OpenedPerformer, ProviderError, type ProviderResult } from "../../performers/index.ts";
import { chargeFor } from "../jobs/cost.rules.ts";
import { logLine, shorten, withLogLine } from "../jobs/job.rules.ts";
import { appendLog, endHold, type Job } from "../jobs/job.store.ts";
import { endJob, releaseJob } from "./end-job.ts";
import { again, DONE, type PerformDeps, type PollResult, type StepContext } from "./perform-deps.ts";
import { countFailure } from "./poll.store.ts";
import { MAX_BAD_OUTPUTS, nextRetryMs } from "./retry-policy.rules.ts";
import { type Success, updateSucceeded } from "./settle.store.ts";

export interface Finished {
  readonly job: Job;
  readonly opened: OpenedPerformer;
  readonly externalId: string;
  readonly rawStatus: string;
}

const DOWNLOAD_MS = 20 * 60_000;
const MAX_NAME = 200;

/** The provider is done: fetches, inspects and stores the clip. Only then has the job succeeded. */
export const storeOutput = (deps: PerformDeps, it: Finished, { signal }: StepContext): Promise<PollResult> =>
  withDeadline(signal, DOWNLOAD_MS, (bounded) => storeInTime(deps, it, bounded));

const storeInTime = async (deps: PerformDeps, it: Finished, signal: AbortSignal): Promise<PollResult> => {
  const { job, opened, externalId } = it;
  const result = await opened.adapter.fetch(externalId, signal);
  const [output] = result.outputs;
  if (!output) return refuseOutput(deps, it, "the provider reported success but no output");
  const { stream } = await output.open(signal);
  await deps.reached?.("output opened");
  const clip = await receive(deps, stream, signal);
  if (isRefusal(clip)) return refuseOutput(deps, it, clip.verdict);
  await deps.reached?.("output stored");
  if (await settle(deps, it, { result, clip })) return DONE;
  await discardOutput(deps, clip);
  await appendLog(
    deps.db,
    job.id,
    logLine(deps.clock(), "a result came after the end; it was neither kept nor charged"),
  );
  return releaseJob(deps, job);
};

const receive = async (deps: PerformDeps, stream: Readable, signal: AbortSignal) => {
  try {
    return await receiveOutput(deps, stream, { maxBytes: deps.maxOutputBytes, signal });
  } catch (error) {
    signal.throwIfAborted();
    throw isCutOff(error) ? new ProviderError("unavailable", error.message, { cause: error }) : error;
  } finally {
    stream.destroy();
  }
};

const isCutOff = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && error.code === "upstream_failed";

const refuseOutput = async (deps: PerformDeps, { job, rawStatus }: Finished, verdict: string): Promise<PollResult> => {
  if (job.failures + 1 < MAX_BAD_OUTPUTS) {
    const log = withLogLine(job.log, deps.clock(), `the output is not usable: ${verdict}; it is fetched once more`);
    const nextPollInMs = nextRetryMs({ failures: 0, random: Math.random() });
    await countFailure(deps.db, { jobId: job.id, nextPollInMs, log });
    return again(nextPollInMs);
  }
  const error = { code: "bad_output", message: `the output is not usable: ${verdict}`, isRetryable: false };
  if (!(await endJob(deps, job, { status: "Failed", rawStatus, error }))) await endHold(deps.db, job.id);
  return DONE;
};

interface Brought {
  readonly result: ProviderResult;
  readonly clip: ReceivedClip;
}

/** False when the job has already ended. */
const settle = async (deps: PerformDeps, it: Finished, { result, clip }: Brought): Promise<boolean> => {
  const { job, opened } = it;
  const success = toSuccess(deps, it, { result, clip });
  const asset = {
    clip,
    ownerId: job.requestedBy,
    createdBy: opened.performer.name.slice(0, 254),
    name: nameOf(job, clip),
    reference: { kind: "call", refId: job.id, label: shorten(job.title || opened.performer.name, 300) },
    at: deps.clock(),
  };
  const isSettled = await updateSucceeded(deps.db, success, asset);
  if (isSettled) await deps.reached?.("settled");
  return isSettled;
};

const toSuccess = (deps: PerformDeps, { job, opened, rawStatus }: Finished, { result, clip }: Brought): Success => {
  const { pricing, inputSchema } = opened.performer;
  const { probe } = clip;
  const { estimateMicros } = job;
  return {
    jobId: job.id,
    metrics: result.metrics ?? null,
    warnings: compareDelivered(inputSchema, job.input, probe),
    seedUsed: result.seed ?? job.seed,
    cost: chargeFor({ reported: result.cost, pricing, probe, estimateMicros }),
    rawStatus: shorten(rawStatus, 200),
    log: withLogLine(job.log, deps.clock(), `Succeeded: ${rawStatus}`),
  };
};

const nameOf = (job: Job, clip: ReceivedClip): string => {
  const ending = clip.mime === "video/webm" ? "webm" : "mp4";
  const words = shorten(job.title.replaceAll(/\s+/g, " ").trim(), MAX_NAME);
  return `${words || job.id}.${ending}`;
};
