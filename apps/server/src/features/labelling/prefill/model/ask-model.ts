import type { PrefillLimit } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import type { Clock } from "../../../../platform/clock.ts";
import type { BucketStorage } from "../../../../platform/s3/object-storage.ts";
import {
  answersInWords,
  askedInput,
  askPerformer,
  costOf,
  MAX_ANSWER_S,
  type OpenedPerformer,
  openPerformer,
  type PerformerDeps,
  type PerformerReply,
} from "../../../performers/index.ts";
import { parsePrefillAnswer } from "../parse-prefill.rules.ts";
import { findPrefill, runPrefill } from "../prefill.store.ts";
import { type CopyDeps, withClipCopy } from "./copy-clip.ts";
import {
  type AskedItem,
  claimQuestion,
  findDatasetOfTask,
  findNextRange,
  finishModelRun,
  type ModelRun,
  type NextRange,
  type Proposal,
  passRange,
  settleQuestion,
} from "./model-prefill.store.ts";

export interface ModelPrefillDeps extends CopyDeps, Pick<PerformerDeps, "box" | "outgoing"> {
  readonly clock: Clock;
  readonly storage: Pick<BucketStorage, "putStream" | "deleteObjects" | "presign">;
}

/** Open questions of one run, as many as one batch has to a judge. The performer's limits hold for all runs together. */
const AT_ONCE = 4;
/** Questions of one activity; then other runs get their turn. */
const PART = 500;
/** If a performer fails that often and answers nothing, it is away, and the run waits for it. */
const AWAY = 3;
/** The performer may take the clip late, but within its time. */
const ADDRESS_MARGIN_S = 300;

interface Asking {
  readonly run: ModelRun;
  readonly opened: OpenedPerformer;
}

const openRun = async (deps: ModelPrefillDeps, id: string): Promise<Asking | undefined> => {
  if (!(await runPrefill(deps.db, id))) return undefined;
  const file = await findPrefill(deps.db, id);
  const dataset = file && (await findDatasetOfTask(deps.db, file.taskId));
  if (!file?.model || !dataset) throw new DomainError("conflict", "the task was deleted");
  const { model, taskId, objectKey, fields } = file;
  const opened = await openPerformer({ ...deps, assetUrl: (key) => addressOf(deps, opened, key) }, model.performerId);
  const { performer } = opened;
  if (!performer.isEnabled || performer.isDeleted || !answersInWords(performer))
    throw new DomainError("conflict", `${performer.name} cannot be asked any more`);
  // The values are marked with the version that was chosen.
  if (performer.version !== model.version)
    throw new DomainError("conflict", `${performer.name} has another version now: start again`);
  return { run: { id, taskId, ...dataset, objectKey, fields, model }, opened };
};

const addressOf = async ({ storage, clock }: ModelPrefillDeps, { performer }: OpenedPerformer, key: string) => {
  const expiresS = Math.min(performer.limits.timeoutS, MAX_ANSWER_S) + ADDRESS_MARGIN_S;
  return storage.presign({ method: "GET", key, at: clock(), expiresS });
};

/** Zero when the price is not known; a limit of cost is refused then. */
const costOfItem = ({ run: { model } }: Asking, { durationUs }: AskedItem): number | undefined => {
  if (!model.pricing) return 0;
  const seconds = durationUs === null ? undefined : durationUs / 1_000_000;
  const cost = costOf(model.pricing, { seconds })?.amountMicros;
  return cost === undefined && model.maxCostMicros === null ? 0 : cost;
};

const proposalIn = ({ run }: Asking, { result }: Exclude<PerformerReply, { reason: string }>): Proposal => {
  const proposal = parsePrefillAnswer(run.fields, result.answer);
  if ("reason" in proposal || proposal.score !== null) return proposal;
  const score = result.metrics?.score;
  return score !== undefined && score >= 0 && score <= 1 ? { ...proposal, score } : proposal;
};

const ask = async (deps: ModelPrefillDeps, asking: Asking, item: AskedItem, signal: AbortSignal) => {
  const { run, opened } = asking;
  return withClipCopy(deps, { run, item }, signal, async (clip): Promise<Proposal & { isRetryable?: boolean }> => {
    const input = askedInput(opened.performer.inputSchema, { clip, prompt: run.model.prompt });
    const idempotencyKey = `label-prefill-${run.id}-${item.seq}`;
    const reply = await askPerformer(deps.db, opened, { input, idempotencyKey }, signal);
    return "reason" in reply ? reply : proposalIn(asking, reply);
  });
};

interface RangeOutcome {
  limit: PrefillLimit | undefined;
  isOver: boolean;
  asked: number;
  answered: number;
  /** Items that the performer failed at, but may answer later. */
  readonly failed: { readonly seq: number; readonly reason: string }[];
}

const askOne = async (
  deps: ModelPrefillDeps,
  asking: Asking,
  item: AskedItem,
  outcome: RangeOutcome,
  signal: AbortSignal,
): Promise<void> => {
  const { run } = asking;
  const { seq } = item;
  const costMicros = costOfItem(asking, item);
  const claimed = await claimQuestion(deps.db, run.id, { seq, costMicros: costMicros ?? 0 });
  if (claimed === "over") outcome.isOver = true;
  else if (claimed === "max_items" || claimed === "max_cost") outcome.limit = claimed;
  if (claimed !== "ask") return;
  outcome.asked += 1;
  if (costMicros === undefined)
    return settleQuestion(deps.db, run, seq, {
      reason: "the length of the clip is not known, so its cost is not either",
    });
  const proposal = await ask(deps, asking, item, signal);
  if ("reason" in proposal && "isRetryable" in proposal && proposal.isRetryable) {
    outcome.failed.push({ seq, reason: proposal.reason });
    return;
  }
  outcome.answered += 1;
  await settleQuestion(deps.db, run, seq, proposal);
};

/** Asks about the items of a range, some at once. */
const askRange = async (
  deps: ModelPrefillDeps,
  asking: Asking,
  items: readonly AskedItem[],
  signal: AbortSignal,
): Promise<RangeOutcome> => {
  const outcome: RangeOutcome = { limit: undefined, isOver: false, asked: 0, answered: 0, failed: [] };
  const waiting = [...items];
  const work = async (): Promise<void> => {
    while (!outcome.limit && !outcome.isOver) {
      signal.throwIfAborted();
      const item = waiting.shift();
      if (!item) return;
      await askOne(deps, asking, item, outcome, signal);
    }
  };
  const { concurrency } = asking.opened.performer.limits;
  const stopOthers = (error: unknown): never => {
    waiting.length = 0;
    throw error;
  };
  const workers = Array.from({ length: Math.min(AT_ONCE, concurrency) }, () => work().catch(stopOthers));
  // A retry must not begin while questions of this attempt are open.
  for (const ended of await Promise.allSettled(workers)) if (ended.status === "rejected") throw ended.reason;
  return outcome;
};

/** A performer that is away is waited for; one that fails at single items is not. */
const settleFailed = async ({ db }: ModelPrefillDeps, { run, opened }: Asking, { answered, failed }: RangeOutcome) => {
  const [first] = failed;
  if (first && answered === 0 && failed.length >= AWAY)
    throw new DomainError("upstream_failed", `${opened.performer.name} does not answer: ${first.reason}`);
  for (const { seq, reason } of failed) await settleQuestion(db, run, seq, { reason });
};

const endOf = (range: Exclude<NextRange, object>): boolean => {
  if (range === "closed") throw new DomainError("conflict", "the task was closed or deleted meanwhile");
  return range === "all";
};

/**
 * Asks a performer about the next items and prefills them with its answers. How far it is, is stored with each answer and
 * each range, and a retry goes on there. Returns whether there may be more items.
 */
export const askModel = async (deps: ModelPrefillDeps, id: string, signal: AbortSignal): Promise<boolean> => {
  const asking = await openRun(deps, id);
  if (!asking) return false;
  const finish = async (limit: PrefillLimit | null): Promise<false> => {
    await finishModelRun(deps.db, id, limit, deps.clock());
    return false;
  };
  for (let asked = 0; asked < PART; ) {
    signal.throwIfAborted();
    const range = await findNextRange(deps.db, asking.run);
    if (typeof range === "string") return endOf(range) ? finish(null) : false;
    const outcome = await askRange(deps, asking, range.items, signal);
    await settleFailed(deps, asking, outcome);
    if (outcome.isOver) return false;
    if (outcome.limit) return finish(outcome.limit);
    await passRange(deps.db, id, range.last);
    asked += outcome.asked;
  }
  return true;
};
