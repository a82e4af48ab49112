import type { ShardColumn, ShardValue } from "@dailies/formats/shard-writer";

/** A value as a line of the item list has it. */
export type ListValue = string | number | boolean | null;

const numberOf = (value: unknown): number | null => {
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
};

/** A value of the replica or of the item table as the format writes it. Numbers that JSON cannot hold count as missing. */
export const toShardValue = (type: ShardColumn["type"], value: unknown): ShardValue => {
  if (value === null || value === undefined || type === "bytes") return null;
  switch (type) {
    case "integer":
      return toInteger(value);
    case "number":
      return numberOf(value);
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "time":
      return toMoment(value);
    case "vector":
      return Array.from(Float32Array.from(value as Iterable<number>));
    default:
      return String(value);
  }
};

const toInteger = (value: unknown): ShardValue => {
  if (typeof value !== "bigint") return typeof value === "number" ? value : null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};

const toMoment = (value: unknown): string | null => {
  const at = new Date(numberOf(value) ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
};

/** JSON has no integers beyond the safe range of JavaScript, which are kept as text; vectors would be three times as long. */
export const toListValue = (type: ShardColumn["type"], value: ShardValue): ListValue => {
  if (typeof value === "bigint") return String(value);
  if (type === "vector" && Array.isArray(value)) return Buffer.from(Float32Array.from(value).buffer).toString("base64");
  return typeof value === "object" ? null : value;
};

/** The engine of replicas writes times as milliseconds since 1970. */
export const fromListValue = (type: ShardColumn["type"], value: ListValue): ShardValue => {
  if (type === "time" && typeof value === "number") return toMoment(value);
  if (typeof value !== "string") return value;
  if (type === "integer") return BigInt(value);
  return type === "vector" ? Array.from(floatsOf(value)) : value;
};

const floatsOf = (base64: string): Float32Array => {
  // A copy at the beginning of its memory, because floats need an aligned address.
  const bytes = Uint8Array.from(Buffer.from(base64, "base64"));
  return new Float32Array(bytes.buffer);
};
