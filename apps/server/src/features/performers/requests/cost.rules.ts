import type { InputValues, PerformerInput, PerformerPricing } from "@dailies/contract";
import { readSize } from "./picture-size.rules.ts";
import { rolesOf } from "./resolve-input.rules.ts";

/** The quantities that prices are based on. */
export interface Measure {
  readonly seconds?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

export interface Cost {
  readonly amountMicros: number;
  readonly units: number;
}

const MILLIS = 1000n;
const PIXELS_PER_MEGAPIXEL = 1_000_000n;

/** Integer arithmetic throughout; fractions of a micro are rounded up. Undefined when the quantity is missing. */
export const costOf = (
  { unit, unit_price_micros }: PerformerPricing,
  { seconds, width, height }: Measure,
): Cost | undefined => {
  if (unit === "call") return { amountMicros: unit_price_micros, units: 1 };
  if (seconds === undefined || !(seconds >= 0 && seconds < 1_000_000)) return undefined;
  const millis = BigInt(Math.ceil(seconds * 1000 - 1e-6));
  const price = BigInt(unit_price_micros);
  if (unit === "second") return asCost(divideUp(price * millis, MILLIS), Number(millis) / 1000);
  if (!isWholeSide(width) || !isWholeSide(height)) return undefined;
  const pixelMillis = BigInt(width) * BigInt(height) * millis;
  const amount = divideUp(price * pixelMillis, MILLIS * PIXELS_PER_MEGAPIXEL);
  return asCost(amount, Number(pixelMillis) / Number(MILLIS * PIXELS_PER_MEGAPIXEL));
};

const isWholeSide = (side: number | undefined): side is number =>
  side !== undefined && Number.isInteger(side) && side >= 0 && side < 100_000;

const divideUp = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

const asCost = (amount: bigint, units: number): Cost | undefined =>
  amount > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : { amountMicros: Number(amount), units };

/** The estimated cost of one job; undefined without a price, or when the inputs are not sufficient. */
export const estimateCost = (
  pricing: PerformerPricing | null,
  inputSchema: readonly PerformerInput[],
  values: InputValues,
): number | undefined =>
  pricing === null ? undefined : costOf(pricing, measureAsked(inputSchema, values))?.amountMicros;

const measureAsked = (inputSchema: readonly PerformerInput[], values: InputValues): Measure => {
  const roles = rolesOf(inputSchema);
  const size = readSize(values[roles.get("size") ?? ""]);
  return {
    seconds: readNumber(values[roles.get("seconds") ?? ""]),
    ...(size !== undefined && "lines" in size ? widescreen(size.lines) : size),
  };
};

/** 720p names only the short side; assumes 16:9. */
const widescreen = (lines: number): Measure => ({ width: Math.ceil((lines * 16) / 9), height: lines });

/** Some models take the length as an enum of strings: "5", "10". */
export const readNumber = (value: unknown): number | undefined => {
  const number =
    typeof value === "string" && /^\s*\d+(?:\.\d+)?\s*s?\s*$/.test(value) ? Number.parseFloat(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
};
