/** Scales with more points are shown as a slider instead of buttons. */
export const MAX_SCALE_POINTS = 11;

export const isAbove = (low: number | undefined, high: number | undefined): boolean =>
  low !== undefined && high !== undefined && low > high;

export interface ScaleLimits {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | undefined;
  readonly is_integer?: boolean | undefined;
}

/** Digits and a power of ten, so that 0.3 is a multiple of 0.1, which it is not in binary floating point. */
const decimalOf = (value: number): { digits: bigint; scale: number } => {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
};

/** Whether a number is a multiple of the step, counted in decimals from zero like JSON Schema's multipleOf. */
export const isOnStep = (value: number, step: number): boolean => {
  if (!Number.isFinite(value)) return false;
  const [a, b] = [decimalOf(value), decimalOf(step)];
  const scale = Math.max(a.scale, b.scale);
  const raise = ({ digits, scale: own }: { digits: bigint; scale: number }) => digits * 10n ** BigInt(scale - own);
  return raise(a) % raise(b) === 0n;
};

/** The points of a scale in ascending order; undefined when there are too many or the scale is unbounded. */
export const scalePoints = ({ min, max, step, is_integer }: ScaleLimits): number[] | undefined => {
  const size = step ?? (is_integer ? 1 : undefined);
  if (size === undefined || min === undefined || max === undefined) return undefined;
  const low = step === undefined ? Math.ceil(min) : min;
  const steps = Math.floor((max - low) / size + 1e-9);
  if (steps < 0 || steps >= MAX_SCALE_POINTS) return undefined;
  // Rounded to the decimals of its bounds, so that three steps of 0.1 are 0.3.
  const places = Math.max(0, decimalOf(low).scale, decimalOf(size).scale);
  return Array.from({ length: steps + 1 }, (_, n) => Number((low + n * size).toFixed(places)) || 0);
};

export const stepFaults = ({ min, max, step, is_integer }: ScaleLimits): [path: string, message: string][] => {
  if (step === undefined) return [];
  const faults: [string, string][] = [];
  if (is_integer && !Number.isInteger(step)) faults.push(["step", "the step must be a whole number"]);
  if (min !== undefined && !isOnStep(min, step)) faults.push(["min", "the minimum must be a multiple of the step"]);
  if (max !== undefined && !isOnStep(max, step)) faults.push(["max", "the maximum must be a multiple of the step"]);
  return faults;
};

export const boundFault = ({ min, max, is_integer }: ScaleLimits): string | undefined => {
  if (isAbove(min, max)) return "the maximum must not be below the minimum";
  if (is_integer && min !== undefined && max !== undefined && Math.ceil(min) > Math.floor(max))
    return "there is no whole number between the minimum and the maximum";
  return undefined;
};

export const isOnScale = (value: number, { min, max, step, is_integer }: ScaleLimits): boolean =>
  !isAbove(min, value) &&
  !isAbove(value, max) &&
  (!is_integer || Number.isInteger(value)) &&
  (step === undefined || isOnStep(value, step));

export const displayFault = (display: string | undefined, limits: ScaleLimits): string | undefined => {
  if (display === undefined || display === "input") return undefined;
  if (limits.min === undefined || limits.max === undefined) return "a scale needs a minimum and a maximum";
  if (display !== "slider" && scalePoints(limits) === undefined)
    return `a row of points needs whole numbers or a step, and at most ${MAX_SCALE_POINTS} of them`;
  return undefined;
};
