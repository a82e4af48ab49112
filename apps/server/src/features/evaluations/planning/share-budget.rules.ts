/** So many lanes have this many places to ask about. */
export interface Room {
  readonly available: number;
  readonly lanes: number;
}

export interface Share {
  readonly each: number;
  /** How many lanes get one more. */
  readonly oneMore: number;
}

/** Shares a budget of items between lanes as evenly as they have room for it. */
export const shareBudget = (rooms: readonly Room[], budget: number): Share => {
  let [each, left] = [0, budget];
  let open = rooms.reduce((sum, { lanes }) => sum + lanes, 0);
  for (const { available, lanes } of [...rooms].sort((a, b) => a.available - b.available)) {
    const rise = Math.min(available - each, Math.floor(left / open));
    each += rise;
    left -= rise * open;
    if (each < available) return { each, oneMore: left };
    open -= lanes;
  }
  return { each, oneMore: 0 };
};
