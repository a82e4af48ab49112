export const packageComparisonWorkflowId = (comparisonId: string): string => `package-comparison/${comparisonId}`;

/** A separate queue: comparing takes minutes of one machine and must neither wait for packages nor delay them. */
export const packageComparisonsTaskQueue = (taskQueue: string): string => `${taskQueue}-package-comparisons`;

/** Whoever asks for a comparison that failed learns why; after this time it is tried again. */
export const RETRY_FAILED_AFTER_MS = 60_000;

export const MAX_LISTED_KEYS = 100;
const BINS = 20;

/** Equal bins from the smallest to the largest value. A bin has its lower edge, the last one both. */
export const sharedEdges = (min: number, max: number): number[] => {
  if (min === max) return [min, min + 1];
  const edges = Array.from({ length: BINS + 1 }, (_, at) => min + ((max - min) * at) / BINS);
  // So close together that floating-point numbers between them do not exist.
  return new Set(edges).size < edges.length ? [min, max] : [...edges.slice(0, -1), max];
};
