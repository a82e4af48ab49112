/** A proof that grows with the product becomes dearer, and a busy machine makes it dearer still: only twice the budget fails. */
const FAILS_BEYOND = 2;

export interface ProofCost {
  readonly words: string;
  readonly isTooDear: boolean;
}

export const judgeCost = (cpuSeconds: number, budgetSeconds: number): ProofCost => {
  const cost = `${cpuSeconds.toFixed(1)} s of CPU, budget ${budgetSeconds} s`;
  if (cpuSeconds <= budgetSeconds) return { words: cost, isTooDear: false };
  const isTooDear = cpuSeconds > FAILS_BEYOND * budgetSeconds;
  const verdict = isTooDear
    ? `MORE THAN ${FAILS_BEYOND} TIMES AS MUCH`
    : `over budget, fails beyond ${FAILS_BEYOND} times`;
  return { words: `${cost}: ${verdict}`, isTooDear };
};

/** What this process has spent so far. Of the processor, not of the clock: what else the machine does is no fault of ours. */
export const ownCpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
