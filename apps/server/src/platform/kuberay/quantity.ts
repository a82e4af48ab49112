const SUFFIXES: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  "": 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
  Ti: 1024 ** 4,
  Pi: 1024 ** 5,
  Ei: 1024 ** 6,
};
const QUANTITY = /^\+?(\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE]([+-]?\d{1,2})|([numkMGTPE]|[KMGTPE]i)?)$/;

/** A Kubernetes quantity, such as `500m`, `64Gi` or 8, as a number. Null for what is none, and for negative ones. */
export const readQuantity = (value: unknown): number | null => {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? value : null;
  if (typeof value !== "string") return null;
  const [matched, digits = "", exponent, suffix = ""] = QUANTITY.exec(value) ?? [];
  if (matched === undefined) return null;
  return Number(digits) * (exponent === undefined ? (SUFFIXES[suffix] ?? 1) : 10 ** Number(exponent));
};
