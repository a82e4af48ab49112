import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type EvaluationItem, evaluationsRoutes, type JudgementDraft } from "@dailies/contract";
import { type Seeded, seeded } from "../../seeded.ts";
import { type ConsoleCalls, consoleCalls } from "../harness/console-calls.ts";
import type { Person } from "../harness/own-database.ts";
import { orRefused, type Pace, type Refusals, untilAllowed } from "../harness/people-at-work.ts";

/** What the API has acknowledged to all raters, compared with the database at the end. */
export interface Reported {
  /** Acknowledged judgements that were not undone, with the id each was sent under. */
  readonly judgements: Map<string, string>;
  readonly undone: Set<string>;
  /** The last acknowledged draft of each item. */
  readonly drafts: Map<string, JudgementDraft>;
  readonly faults: string[];
  readonly pace: Pace;
  readonly refusals: Refusals;
  sentAgain: number;
  draftsSeenAgain: number;
}

export const nothingReported = (): Reported => ({
  judgements: new Map(),
  undone: new Set(),
  drafts: new Map(),
  faults: [],
  pace: { done: 0, allowed: 0 },
  refusals: new Map(),
  sentAgain: 0,
  draftsSeenAgain: 0,
});

interface RaterContext {
  readonly calls: ConsoleCalls;
  readonly taskId: string;
  readonly reported: Reported;
  readonly random: Seeded;
  readonly thinkMs: number;
}

/** Other raters may still lose or release items that somebody has to judge. */
const MAX_IDLE = 120;
const CHOICES = ["A", "B", "tie", "both_bad"] as const;

const checkDraft = ({ reported }: RaterContext, { lease_id, draft }: EvaluationItem): void => {
  const kept = reported.drafts.get(lease_id);
  if (!kept) return;
  if (JSON.stringify(draft?.marks) === JSON.stringify(kept.marks)) reported.draftsSeenAgain += 1;
  else reported.faults.push(`the draft of ${lease_id} was acknowledged and is not there`);
};

const saveDraft = async ({ calls, reported, random }: RaterContext, { lease_id }: EvaluationItem): Promise<void> => {
  const note = randomUUID();
  const marks = [{ t: 1, slot: random.pick(["A", "B"] as const), tag: "flicker" as const, note }];
  const draft = { choice: null, strength: null, answers: {}, marks };
  await calls.insist(evaluationsRoutes.saveDraft, { body: { lease_id, draft, saved_at: new Date().toISOString() } });
  reported.drafts.set(lease_id, draft);
};

/** Sometimes sent twice at once, or again after the reply: the reply must be the same. */
const submit = async (hand: RaterContext, { lease_id, questions }: EvaluationItem): Promise<void> => {
  const { calls, reported, random } = hand;
  const client_id = randomUUID();
  const body = {
    lease_id,
    client_id,
    choice: random.pick(CHOICES),
    strength: null,
    marks: [],
    answers: Object.fromEntries(questions.slice(1).map(({ key }) => [key, random.below(3) - 1])),
    watched: { A: 2, B: 2 },
    duration_ms: 1_000,
  };
  const send = () => calls.insist(evaluationsRoutes.submitJudgement, { body });
  const twin = random.below(10) === 0 ? orRefused(reported.refusals, send) : undefined;
  const answer = await orRefused(reported.refusals, send);
  const other = await twin;
  if (other && other.judgement_id !== answer?.judgement_id) reported.faults.push(`${client_id} made two judgements`);
  reported.drafts.delete(lease_id);
  if (!answer) return;
  reported.pace.done += 1;
  reported.judgements.set(answer.judgement_id, client_id);
  if (random.below(12) === 0) {
    const again = await send();
    reported.sentAgain += 1;
    if (again.judgement_id !== answer.judgement_id)
      reported.faults.push(`${client_id} was answered with two judgements`);
  }
  if (random.below(25) === 0) await undo(hand, answer.judgement_id);
};

const undo = async ({ calls, reported }: RaterContext, judgement_id: string): Promise<void> => {
  const undone = await orRefused(reported.refusals, () =>
    calls.insist(evaluationsRoutes.undoJudgement, { body: { judgement_id } }),
  );
  if (!undone) return;
  reported.judgements.delete(judgement_id);
  reported.undone.add(judgement_id);
};

const actOn = async (hand: RaterContext, item: EvaluationItem): Promise<void> => {
  const { calls, reported, random } = hand;
  const lease = { lease_id: item.lease_id };
  const dice = random.below(40);
  if (dice === 0) {
    await orRefused(reported.refusals, () =>
      calls.insist(evaluationsRoutes.skipItem, { body: { ...lease, reason: "other" } }),
    );
    reported.drafts.delete(item.lease_id);
  } else if (dice === 1) {
    await orRefused(reported.refusals, () => calls.insist(evaluationsRoutes.releaseItem, { body: lease }));
  } else if (dice === 2) {
    await calls.insist(evaluationsRoutes.heartbeatItems, { body: { lease_ids: [item.lease_id] } });
  } else {
    if (dice < 14) await saveDraft(hand, item);
    // Simulates a closed page, possibly for so long that the lease is lost.
    if (dice < 6) return;
    await submit(hand, item);
  }
};

/** Judges until no items are left, or the task has ended. */
export const judgeAll = async (
  person: Person,
  {
    origin,
    taskId,
    reported,
    seed,
    thinkMs,
  }: { origin: string; taskId: string; reported: Reported; seed: number; thinkMs: number },
): Promise<void> => {
  const random = seeded(seed);
  const hand: RaterContext = { calls: consoleCalls(origin, person.cookie), taskId, reported, random, thinkMs };
  for (let idle = 0; idle < MAX_IDLE; ) {
    const claim = () =>
      hand.calls.insist(evaluationsRoutes.claimItems, { body: { task_id: taskId, count: 1 + random.below(4) } });
    const claimed = await orRefused(reported.refusals, claim);
    if (!claimed) return;
    if (claimed.items.length > 4) reported.faults.push(`${claimed.items.length} items in one hand`);
    for (const item of claimed.items) {
      checkDraft(hand, item);
      await sleep(random.below(2 * thinkMs));
      await untilAllowed(reported.pace);
      await actOn(hand, item);
    }
    idle = claimed.items.length === 0 ? idle + 1 : 0;
    if (idle > 0) await sleep(500);
  }
};
