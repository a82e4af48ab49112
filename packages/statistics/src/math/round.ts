const DECIMALS = 1e6;

const round = (value: number): number => {
  const rounded = Math.round(value * DECIMALS) / DECIMALS;
  return rounded === 0 ? 0 : rounded;
};

const roundValue = (value: unknown): unknown => {
  if (typeof value === "number") return Number.isInteger(value) ? value : round(value);
  if (Array.isArray(value)) return value.map(roundValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, roundValue(field)]));
};

/** Rounds to six decimals: engines may differ in the last bit of an exponential, which would change the hash. */
export const roundAll = <T>(value: T): T => roundValue(value) as T;
