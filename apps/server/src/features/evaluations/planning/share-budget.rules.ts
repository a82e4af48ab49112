/** How many lanes have this many positions. */
export interface Room {
  readonly available: number;
  readonly lanes: number;
}

export interface Share {
  readonly each: number;
  readonly oneMore: number;
}

/** Distributes a budget of items over the lanes as evenly as their capacity allows. */
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
