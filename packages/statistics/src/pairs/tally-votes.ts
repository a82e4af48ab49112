import type { VoteColumns } from "../board/board-input.ts";
import type { Tally } from "../board/board-result.ts";
import { i32 } from "../math/numbers.ts";
import type { PairCounts } from "./count-pairs.ts";

export interface VoteTallies {
  readonly tally: readonly Tally[];
  /** Number of prompts on which each entry was judged. */
  readonly prompts: Int32Array;
  readonly votes: number;
  readonly judgedPrompts: number;
}

const OF_A = ["win", "loss", "tie", "bothBad"] as const;
const OF_B = ["loss", "win", "tie", "bothBad"] as const;

const tallyEntries = (votes: VoteColumns, entries: number): Tally[] => {
  const tally = Array.from({ length: entries }, () => ({ win: 0, tie: 0, loss: 0, bothBad: 0 }));
  for (const [row, outcome] of votes.outcome.entries()) {
    const [a, b] = [tally[i32(votes.a, row)], tally[i32(votes.b, row)]];
    const [forA, forB] = [OF_A[outcome], OF_B[outcome]];
    if (a && forA) a[forA] += 1;
    if (b && forB) b[forB] += 1;
  }
  return tally;
};

/** Unweighted counts, for display. */
export const tallyVotes = (votes: VoteColumns, counts: PairCounts): VoteTallies => {
  const lastSlot = new Int32Array(counts.entries).fill(-1);
  const prompts = new Int32Array(counts.entries);
  let judgedPrompts = 0;
  for (let slot = 0; slot < counts.slots; slot++) {
    const [begin, end] = [i32(counts.start, slot), i32(counts.start, slot + 1)];
    if (end > begin) judgedPrompts += 1;
    for (let cell = begin; cell < end; cell++) {
      for (const entry of [i32(counts.first, i32(counts.pair, cell)), i32(counts.second, i32(counts.pair, cell))]) {
        if (i32(lastSlot, entry) !== slot) prompts[entry] = i32(prompts, entry) + 1;
        lastSlot[entry] = slot;
      }
    }
  }
  return { tally: tallyEntries(votes, counts.entries), prompts, votes: votes.outcome.length, judgedPrompts };
};
