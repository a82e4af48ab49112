import { setTimeout as sleep } from "node:timers/promises";
import type { Seeded } from "../../seeded.ts";

export interface Disturbance {
  readonly name: string;
  readonly act: () => Promise<void>;
}

export interface Disturbed {
  readonly name: string;
  /** Progress of the work when the fault was injected. */
  readonly share: number;
  /** Seconds from the injected fault until the next clip was final; undefined when no work was left. */
  readonly healedS: number | undefined;
}

export interface Work {
  /** Finished cells; undefined while the database is unavailable. */
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
 * Injects faults at evenly spaced shares of the work. The seed picks each fault, and every kind occurs at least once when
 * there are enough of them. The next one waits until the last one has healed, so that work is done under each.
 */
export const disturb = async (
  work: Work,
  kinds: readonly Disturbance[],
  { faultCount, random, print }: { faultCount: number; random: Seeded; print: (line: string) => void },
): Promise<Disturbed[]> => {
  const done: Disturbed[] = [];
  const order = Array.from({ length: faultCount }, (_, index) => kinds[index] ?? random.pick(kinds));
  // The first round contains every kind once; shuffled, so that none always comes early.
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
