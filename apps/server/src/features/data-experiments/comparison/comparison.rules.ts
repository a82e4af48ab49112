export const dataComparisonWorkflowId = (comparisonId: string): string => `data-comparison/${comparisonId}`;

/** A separate queue: comparing takes minutes of one machine, and package comparisons that somebody waits for go on. */
export const dataComparisonsTaskQueue = (taskQueue: string): string => `${taskQueue}-data-comparisons`;

/** Columns whose distributions are compared; a dataset may have hundreds. */
const MAX_MEASURES = 24;

/** Those that both arms have come first, in the order of the arm. */
export const chooseMeasures = (ofArm: readonly string[], ofBase: readonly string[]): string[] => {
  const inBase = new Set(ofBase);
  return [...new Set(ofArm)].filter((name) => inBase.has(name)).slice(0, MAX_MEASURES);
};
