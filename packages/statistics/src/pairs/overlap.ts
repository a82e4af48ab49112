import type { Interval } from "../board/board-result.ts";

/** From 0, disjoint, to 1, nested; 1 also when an interval is unknown. */
export const overlapOf = (one: Interval | null, other: Interval | null): number => {
  if (one === null || other === null) return 1;
  const shared = Math.min(one.high, other.high) - Math.max(one.low, other.low);
  const narrower = Math.min(one.high - one.low, other.high - other.low);
  if (narrower <= 0) return shared >= 0 ? 1 : 0;
  return Math.max(0, Math.min(1, shared / narrower));
};
