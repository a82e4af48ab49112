import type { Readable } from "node:stream";
import { discardOutput, isRefusal, type ReceivedClip, receiveOutput } from "../../assets/index.ts";
import { compareDelivered, type OpenedPerformer, ProviderError, type ProviderResult } from "../../performers/index.ts";
import { logLine, shorten, withLogLine } from "../jobs/call.rules.ts";
import { appendLog, type Call, endHold } from "../jobs/call.store.ts";
import { chargeFor } from "../jobs/cost.rules.ts";
import { endCall, giveBack } from "./end-call.ts";
import { countFailure } from "./look.store.ts";
import { again, DONE, type Hand, type Look, type PerformDeps } from "./perform-deps.ts";
import { MAX_BAD_OUTPUTS, nextRetryMs } from "./retry-policy.rules.ts";
import { type Success, updateSucceeded } from "./settle.store.ts";

export interface Finished {
  readonly call: Call;
  readonly opened: OpenedPerformer;
  readonly externalId: string;
  readonly rawStatus: string;
}

const DOWNLOAD_MS = 20 * 60_000;
const MAX_NAME = 200;

/** The provider is done: its clip is fetched, looked at and stored, and only then has the call succeeded. */
export const storeOutput = async (deps: PerformDeps, it: Finished, { signal }: Hand): Promise<Look> => {
  const { call, opened, externalId } = it;
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_MS)]);
  const result = await opened.adapter.fetch(externalId, bounded);
  const [output] = result.outputs;
  if (!output) return refuseOutput(deps, it, "the provider reported success but no output");
  const { stream } = await output.open(bounded);
  await deps.reached?.("output opened");
  const clip = await receive(deps, stream, bounded);
  if (isRefusal(clip)) return refuseOutput(deps, it, clip.verdict);
  await deps.reached?.("output stored");
  if (await settle(deps, it, { result, clip })) return DONE;
  await discardOutput(deps, clip);
  await appendLog(
    deps.db,
    call.id,
    logLine(deps.clock(), "a result came after the end; it was neither kept nor charged"),
  );
  return giveBack(deps, call);
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

const refuseOutput = async (deps: PerformDeps, { call, rawStatus }: Finished, verdict: string): Promise<Look> => {
  if (call.failures + 1 < MAX_BAD_OUTPUTS) {
    const log = withLogLine(call.log, deps.clock(), `the output is not usable: ${verdict}; it is fetched once more`);
    const nextLookInMs = nextRetryMs({ failures: 0, random: Math.random() });
    await countFailure(deps.db, { callId: call.id, nextLookInMs, log });
    return again(nextLookInMs);
  }
  const error = { code: "bad_output", message: `the output is not usable: ${verdict}`, isRetryable: false };
  if (!(await endCall(deps, call, { status: "Failed", rawStatus, error }))) await endHold(deps.db, call.id);
  return DONE;
};

interface Brought {
  readonly result: ProviderResult;
  readonly clip: ReceivedClip;
}

/** False when the call had ended meanwhile. */
const settle = async (deps: PerformDeps, it: Finished, { result, clip }: Brought): Promise<boolean> => {
  const { call, opened } = it;
  const success = toSuccess(deps, it, { result, clip });
  const asset = {
    clip,
    ownerId: call.requestedBy,
    createdBy: opened.performer.name.slice(0, 254),
    name: nameOf(call, clip),
    reference: { kind: "call", refId: call.id, label: shorten(call.title || opened.performer.name, 300) },
    at: deps.clock(),
  };
  const isSettled = await updateSucceeded(deps.db, success, asset);
  if (isSettled) await deps.reached?.("settled");
  return isSettled;
};

const toSuccess = (deps: PerformDeps, { call, opened, rawStatus }: Finished, { result, clip }: Brought): Success => {
  const { pricing, inputSchema } = opened.performer;
  const { probe } = clip;
  const { estimateMicros } = call;
  return {
    callId: call.id,
    metrics: result.metrics ?? null,
    warnings: compareDelivered(inputSchema, call.input, probe),
    seedUsed: result.seed ?? call.seed,
    cost: chargeFor({ reported: result.cost, pricing, probe, estimateMicros }),
    rawStatus: shorten(rawStatus, 200),
    log: withLogLine(call.log, deps.clock(), `Succeeded: ${rawStatus}`),
  };
};

const nameOf = (call: Call, clip: ReceivedClip): string => {
  const ending = clip.mime === "video/webm" ? "webm" : "mp4";
  const words = shorten(call.title.replaceAll(/\s+/g, " ").trim(), MAX_NAME);
  return `${words || call.id}.${ending}`;
};
