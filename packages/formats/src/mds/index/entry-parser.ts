import { FormatFault } from "../../format-fault.ts";
import { beginsWith, findBytes } from "./find-bytes.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** Writers sort the keys, so members shared by all shards come before this one. */
const FIRST_OWN_KEY = new TextEncoder().encode('"raw_data"');

const MAX_UNUSED = 16;

export const parseJson = (bytes: Uint8Array, at: number, before = ""): unknown => {
  try {
    return JSON.parse(before + utf8.decode(bytes));
  } catch {
    throw new FormatFault("malformed", "the index is not JSON", at);
  }
};

interface Start {
  readonly bytes: Uint8Array;
  readonly members: object;
}

/** The members before the first shard-specific one, if they parse on their own. */
const readStart = (entry: Uint8Array): Start | undefined => {
  const end = findBytes(entry, FIRST_OWN_KEY);
  const text = end < 0 ? "" : utf8.decode(entry.subarray(0, end)).trimEnd();
  if (!text.endsWith(",")) return undefined;
  try {
    const members: unknown = JSON.parse(`${text.slice(0, -1)}}`);
    return typeof members === "object" && members !== null
      ? { bytes: new Uint8Array(entry.subarray(0, end)), members }
      : undefined;
  } catch {
    // The key text occurred within a value, so the entry has no such prefix.
    return undefined;
  }
};

/**
 * Parses the entries of an index. Nearly all of them begin with the same bytes, which describe the schema. That prefix is
 * parsed once, and only the rest of each following entry.
 */
export class EntryParser {
  #start: Start | undefined;
  /** Prefixes that no later entry shared; after MAX_UNUSED of them the parser stops looking for one. */
  #unused = 0;

  parse(entry: Uint8Array, at: number): unknown {
    const start = this.#start;
    if (start !== undefined && beginsWith(entry, start.bytes)) {
      this.#unused = 0;
      const rest = parseJson(entry.subarray(start.bytes.length), at, "{");
      return { ...start.members, ...(rest as object) };
    }
    const whole = parseJson(entry, at);
    this.#unused += 1;
    if (this.#unused <= MAX_UNUSED) this.#start = readStart(entry);
    return whole;
  }
}
