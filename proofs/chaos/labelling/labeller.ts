import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type LabelItem, type LabelValues, labellingRoutes } from "@dailies/contract";
import { type Seeded, seeded } from "../../seeded.ts";
import { type ConsoleCalls, consoleCalls } from "../harness/console-calls.ts";
import type { Person } from "../harness/own-database.ts";
import { orRefused, untilAllowed } from "../harness/people-at-work.ts";
import type { Reported } from "./reported.ts";

interface LabellerContext {
  readonly calls: ConsoleCalls;
  readonly taskId: string;
  readonly reported: Reported;
  readonly random: Seeded;
  readonly thinkMs: number;
}

/** Others may still lose or release items that somebody has to label. */
const MAX_IDLE = 40;
const IDLE_MS = 250;
const MAX_HELD = 4;

const sameValues = (a: LabelValues | null, b: LabelValues): boolean =>
  a !== null && a.caption === b.caption && a.is_kept === b.is_kept;

const checkDraft = ({ reported }: LabellerContext, { lease_id, draft }: LabelItem): void => {
  const kept = reported.drafts.get(lease_id);
  if (!kept) return;
  if (sameValues(draft, kept)) reported.draftsSeenAgain += 1;
  else reported.faults.push(`the draft of ${lease_id} was acknowledged and is not there`);
};

const saveDraft = async ({ calls, reported }: LabellerContext, { lease_id }: LabelItem): Promise<void> => {
  const values = { caption: randomUUID() };
  await calls.insist(labellingRoutes.saveLabelDraft, {
    body: { lease_id, values, saved_at: new Date().toISOString() },
  });
  reported.drafts.set(lease_id, values);
};

const undo = async ({ calls, reported }: LabellerContext, revision_id: string, values: LabelValues): Promise<void> => {
  const undone = await orRefused(reported.refusals, () =>
    calls.insist(labellingRoutes.undoLabel, { body: { revision_id } }),
  );
  if (!undone) return;
  reported.labels.delete(revision_id);
  reported.undone.add(revision_id);
  reported.drafts.set(undone.item.lease_id, values);
};

/** Sometimes sent twice at once, or again after the reply: the reply must be the same. */
const submit = async (hand: LabellerContext, { lease_id, prefill }: LabelItem): Promise<void> => {
  const { calls, reported, random } = hand;
  const client_id = randomUUID();
  const values = {
    caption: random.below(2) === 0 ? String(prefill.caption) : randomUUID(),
    is_kept: random.below(2) === 0,
  };
  const body = {
    lease_id,
    client_id,
    values,
    guidelines_version: 1,
    duration_ms: 500 + random.below(1_000),
    watched_s: 2,
  };
  const send = () => calls.insist(labellingRoutes.submitLabel, { body });
  const twin = random.below(10) === 0 ? orRefused(reported.refusals, send) : undefined;
  const answer = await orRefused(reported.refusals, send);
  const other = await twin;
  if (other && other.revision_id !== answer?.revision_id) reported.faults.push(`${client_id} made two labels`);
  if (!answer) {
    // Refused because the lease was lost: the reply says that the values are kept as the draft.
    reported.drafts.set(lease_id, values);
    return;
  }
  reported.drafts.delete(lease_id);
  reported.pace.done += 1;
  reported.labels.set(answer.revision_id, client_id);
  if (random.below(12) === 0) {
    const again = await send();
    reported.sentAgain += 1;
    if (again.revision_id !== answer.revision_id) reported.faults.push(`${client_id} was answered with two labels`);
  }
  if (random.below(20) === 0) await undo(hand, answer.revision_id, values);
};

const skip = async ({ calls, reported }: LabellerContext, lease_id: string): Promise<void> => {
  const body = { lease_id, reason: "cannot_decide" as const, note: "" };
  if (await orRefused(reported.refusals, () => calls.insist(labellingRoutes.skipLabelItem, { body })))
    reported.skipped.add(lease_id);
};

const actOn = async (hand: LabellerContext, item: LabelItem): Promise<void> => {
  const { calls, reported, random } = hand;
  const lease = { lease_id: item.lease_id };
  const dice = random.below(40);
  if (dice === 0) await skip(hand, item.lease_id);
  else if (dice === 1)
    await orRefused(reported.refusals, () => calls.insist(labellingRoutes.releaseLabelItem, { body: lease }));
  else {
    if (dice < 5) await calls.insist(labellingRoutes.heartbeatLabelItems, { body: { lease_ids: [item.lease_id] } });
    if (dice < 16) await saveDraft(hand, item);
    // Simulates a closed page, possibly for so long that the lease is lost.
    if (dice < 8) return;
    await submit(hand, item);
  }
};

export interface LabellerOptions {
  readonly origin: string;
  readonly taskId: string;
  readonly reported: Reported;
  readonly seed: number;
  readonly thinkMs: number;
}

/** Labels until nothing is left, neither to claim nor in the hands of others. */
export const labelAll = async (person: Person, { origin, seed, ...ask }: LabellerOptions): Promise<void> => {
  const { taskId, reported, thinkMs } = ask;
  const random = seeded(seed);
  const hand: LabellerContext = { ...ask, calls: consoleCalls(origin, person.cookie), random };
  for (let idle = 0; idle < MAX_IDLE; ) {
    const body = { task_id: taskId, count: 1 + random.below(MAX_HELD) };
    const { items, queue } = await hand.calls.insist(labellingRoutes.claimLabelItems, { body });
    if (items.length > MAX_HELD) reported.faults.push(`${items.length} items in one hand`);
    for (const item of items) {
      checkDraft(hand, item);
      await sleep(random.below(2 * thinkMs));
      await untilAllowed(reported.pace);
      await actOn(hand, item);
    }
    if (queue.state === "done" && reported.pace.allowed === Number.POSITIVE_INFINITY) return;
    idle = items.length === 0 ? idle + 1 : 0;
    if (idle > 0) await sleep(IDLE_MS);
  }
};
