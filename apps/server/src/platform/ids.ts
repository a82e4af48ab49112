import { randomInt, randomUUIDv7 } from "node:crypto";

const TAIL_DIGITS = 12;
const TAIL_END = 16 ** TAIL_DIGITS;
const MAX_STEP = 2 ** 20;

let last = "";

/** Adds a small random step to the last digits. Undefined on overflow, one case in many millions. */
const nextAfter = (id: string): string | undefined => {
  const tail = Number.parseInt(id.slice(-TAIL_DIGITS), 16) + 1 + randomInt(MAX_STEP);
  if (tail >= TAIL_END) return undefined;
  return `${id.slice(0, -TAIL_DIGITS)}${tail.toString(16).padStart(TAIL_DIGITS, "0")}`;
};

/** Time-ordered ids (UUIDv7), monotonic within a millisecond, so that new rows go to the end of their index. */
export const newId = (): string => {
  const fresh = randomUUIDv7();
  last = fresh > last ? fresh : (nextAfter(last) ?? fresh);
  return last;
};
