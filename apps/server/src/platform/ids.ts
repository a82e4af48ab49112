import { randomInt, randomUUIDv7 } from "node:crypto";

const TAIL_DIGITS = 12;
const TAIL_END = 16 ** TAIL_DIGITS;
const MAX_STEP = 2 ** 20;

let last = "";

/** The one before with a little added to its last digits. Undefined in the one case of many millions that has no room. */
const nextAfter = (id: string): string | undefined => {
  const tail = Number.parseInt(id.slice(-TAIL_DIGITS), 16) + 1 + randomInt(MAX_STEP);
  if (tail >= TAIL_END) return undefined;
  return `${id.slice(0, -TAIL_DIGITS)}${tail.toString(16).padStart(TAIL_DIGITS, "0")}`;
};

/** Ids that sort by the time they were made, so that new rows land at the end of their index; also within a millisecond. */
export const newId = (): string => {
  const fresh = randomUUIDv7();
  last = fresh > last ? fresh : (nextAfter(last) ?? fresh);
  return last;
};
