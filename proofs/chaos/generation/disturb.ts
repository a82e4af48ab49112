import { setTimeout as sleep } from "node:timers/promises";
import type { Seeded } from "../../seeded.ts";

export interface Disturbance {
  readonly name: string;
  readonly act: () => Promise<void>;
}

export interface Disturbed {
  readonly name: string;
  /** How far the work was when it struck. */
  readonly share: number;
  /** Seconds until the next clip was settled, counted from the injected fault; undefined when nothing was left to settle. */
  readonly healedS: number | undefined;
}

export interface Work {
  /** Cells that have ended, of all; undefined while the database cannot be asked. */
  readonly ended: () => Promise<number | undefined>;
  readonly total: number;
}

const LOOK_MS = 200;
const HEAL_LIMIT_MS = 180_000;

const whenEnded = async (work: Work, atLeast: number, deadlineMs: number): Promise<number | undefined> => {
  for (;;) {
    const ended = await work.ended();
    if (ended !== undefined && ended >= atLeast) return ended;
    if (performance.now() > deadlineMs) return undefined;
    await sleep(LOOK_MS);
  }
};

/**
 * Strikes at evenly spread shares of the work, each time something picked by the seed, every kind at least once when
 * enough faults were injected. The next one waits until the last one has healed, so that a share of the work is done under each.
 */
export const disturb = async (
  work: Work,
  kinds: readonly Disturbance[],
  { faultCount, random, print }: { faultCount: number; random: Seeded; print: (line: string) => void },
): Promise<Disturbed[]> => {
  const done: Disturbed[] = [];
  const order = Array.from({ length: faultCount }, (_, index) => kinds[index] ?? random.pick(kinds));
  // The first round names every kind once; shuffled, so that none always strikes early.
  for (let index = order.length - 1; index > 0; index--) {
    const other = random.below(index + 1);
    const [a, b] = [order[index], order[other]];
    if (a && b) [order[index], order[other]] = [b, a];
  }
  for (const [index, { name, act }] of order.entries()) {
    const share = (index + 1) / (faultCount + 2);
    const before = await whenEnded(work, Math.floor(share * work.total), performance.now() + HEAL_LIMIT_MS);
    if (before === undefined) throw new Error(`the work stopped before injected fault ${index + 1} (${name})`);
    if (before >= work.total) break;
    const beganMs = performance.now();
    await act();
    const after = await whenEnded(work, Math.min(before + 1, work.total), performance.now() + HEAL_LIMIT_MS);
    const healedS = after === undefined ? undefined : (performance.now() - beganMs) / 1_000;
    done.push({ name, share, healedS });
    print(
      `  ${name} at ${(share * 100).toFixed(0)} %: ${healedS === undefined ? "NOT HEALED" : `goes on after ${healedS.toFixed(1)} s`}`,
    );
    if (healedS === undefined) throw new Error(`${name} did not heal within ${HEAL_LIMIT_MS / 1_000} s`);
  }
  return done;
};
