/** A proof becomes slower as the product grows, and slower still on a busy machine: only twice the budget fails. */
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

/** CPU time of this process so far, rather than wall-clock time: other load on the machine must not count. */
export const ownCpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
