import { type Check, type Outcome, print } from "./outcome.ts";

export interface Total {
  passed: number;
  failed: number;
}

/** The number of CPUs in CI. */
const LANES = 2;

const outcomeOf = async (check: Check): Promise<Outcome> => {
  try {
    return await check();
  } catch (error) {
    return { note: "could not run", faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)] };
  }
};

const runStep = async ([name, check]: readonly [string, Check]): Promise<boolean> => {
  const startedMs = performance.now();
  const { note, faults } = await outcomeOf(check);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const verdict = faults.length === 0 ? "ok" : "FAILED";
  print(
    [
      ...faults.map((fault) => `    ${fault}`),
      `${name.padEnd(16)} ${verdict.padEnd(6)} ${seconds.padStart(5)} s  ${note}`,
    ].join("\n"),
  );
  return faults.length === 0;
};

/** Runs the steps in order, two at a time, each to its end. */
export const runSteps = async (steps: readonly (readonly [string, Check])[]): Promise<Total> => {
  const total = { passed: 0, failed: 0 };
  const waiting = [...steps];
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      total[(await runStep(step)) ? "passed" : "failed"] += 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return total;
};
