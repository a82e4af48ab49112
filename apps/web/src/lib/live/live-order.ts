/** Ids of events are `milliseconds-sequence`. The smaller of two places; no place at all is before every other. */
export const earlier = (a: string | undefined, b: string | undefined): string | undefined => {
  if (a === undefined || b === undefined) return undefined;
  return isBefore(a, b) ? a : b;
};

const isBefore = (a: string, b: string): boolean => {
  const [aMs = 0, aSequence = 0] = a.split("-").map(Number);
  const [bMs = 0, bSequence = 0] = b.split("-").map(Number);
  return aMs < bMs || (aMs === bMs && aSequence < bSequence);
};
