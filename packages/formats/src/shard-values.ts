import { FormatFault } from "./format-fault.ts";
import type { ShardBytes, ShardColumn, ShardValue } from "./shard-writer.ts";

const WHOLE = /^-?\d{1,19}$/;

const refuse = ({ name, type }: ShardColumn, value: ShardValue): never => {
  const found = value === null ? "no value" : `a value of type ${Array.isArray(value) ? "vector" : typeof value}`;
  throw new FormatFault("malformed", `the column ${name} of type ${type} has ${found}`);
};

/** Long integers come as text where a row came as JSON. */
export const integerOf = (column: ShardColumn, value: ShardValue): bigint => {
  const isWhole =
    typeof value === "bigint" ||
    (typeof value === "number" && Number.isSafeInteger(value)) ||
    (typeof value === "string" && WHOLE.test(value));
  if (!isWhole) return refuse(column, value);
  const integer = BigInt(value);
  if (BigInt.asIntN(64, integer) !== integer)
    throw new FormatFault("malformed", `the column ${column.name} has an integer beyond 64 bits`);
  return integer;
};

export const numberOf = (column: ShardColumn, value: ShardValue): number =>
  typeof value === "number" || typeof value === "bigint" ? Number(value) : refuse(column, value);

export const booleanOf = (column: ShardColumn, value: ShardValue): boolean =>
  typeof value === "boolean" ? value : refuse(column, value);

/** Also of times, which are in ISO 8601, and of JSON. */
export const textOf = (column: ShardColumn, value: ShardValue): string =>
  typeof value === "string" ? value : refuse(column, value);

export const vectorOf = (column: ShardColumn, value: ShardValue): readonly number[] => {
  if (value === null || typeof value !== "object" || !("length" in value)) return refuse(column, value);
  if (column.dimensions !== undefined && value.length !== column.dimensions)
    throw new FormatFault(
      "malformed",
      `the column ${column.name} has ${value.length} numbers, not ${column.dimensions}`,
    );
  return value;
};

const NO_BYTES: ShardBytes = {
  bytes: 0,
  open: async function* () {
    yield new Uint8Array(0);
  },
};

export const bytesOf = (column: ShardColumn, value: ShardValue): ShardBytes => {
  if (value === null) return NO_BYTES;
  return typeof value === "object" && "open" in value ? value : refuse(column, value);
};

/** The promised length is already written when the bytes are read, so that any other length is refused. */
export async function* readShardBytes({ bytes, open }: ShardBytes): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const piece of open()) {
    read += piece.length;
    if (read > bytes) throw new FormatFault("malformed", `a value has more than its ${bytes} bytes`);
    yield piece;
  }
  if (read < bytes) throw new FormatFault("truncated", `a value ends after ${read} of its ${bytes} bytes`);
}
