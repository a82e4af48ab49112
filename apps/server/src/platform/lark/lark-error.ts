import type { ErrorCode } from "@dailies/contract";
import { DomainError } from "../../errors.ts";

/** An error reply of Lark with our own message and Lark's error code. */
export class LarkError extends DomainError {
  readonly larkCode: number;
  constructor(code: ErrorCode, larkCode: number, message: string) {
    super(code, message);
    this.larkCode = larkCode;
  }
}

export const LARK = {
  wrongTable: 1254041,
  recordGone: 1254043,
  unknownField: 1254045,
  writeConflict: 1254291,
  forbidden: 91403,
  tokenInvalid: 99991663,
} as const;

type Explained = readonly [code: ErrorCode, words: string];

const MAY_NOT_EDIT =
  "Lark does not let this console edit the base: open it in Lark, add this console's app under “… → More → Add app” with the right to edit, then resume";
const MAY_NOT_SEE =
  "Lark does not let this console open the page: share it with this console's app in Lark, then try again";

const EXPLAINED: Readonly<Record<number, Explained>> = {
  91402: ["not_found", "there is no such base in Lark, or it was deleted"],
  91403: ["not_allowed", MAY_NOT_EDIT],
  1254002: ["upstream_failed", "Lark could not do this just now"],
  1254013: ["conflict", "the base already has a table of this name: choose another name"],
  1254014: ["conflict", "the table already has a column of this name"],
  1254015: [
    "conflict",
    "a column of the table holds another kind of value than what is written to it: check the mapping",
  ],
  1254040: ["not_found", "there is no such base in Lark, or it was deleted"],
  1254041: ["not_found", "there is no such table in the base any more"],
  1254043: ["conflict", "a row that was exported before has been deleted in Lark"],
  1254045: ["conflict", "a column of the table was renamed or removed in Lark: check the mapping and export again"],
  1254064: ["conflict", "a date column of the table does not take what is written to it"],
  1254068: ["conflict", "a link column of the table does not take what is written to it"],
  1254101: ["conflict", "the base cannot hold another table"],
  1254103: ["conflict", "the table is full: choose another table or a new one"],
  1254104: ["internal", "too many rows were sent at once"],
  1254302: ["not_allowed", MAY_NOT_EDIT],
  1254303: ["not_allowed", "Lark does not let this console attach files to the base"],
  1254304: ["not_allowed", MAY_NOT_EDIT],
  131005: ["not_found", "there is no such wiki page in Lark, or it was deleted"],
  131006: ["not_allowed", MAY_NOT_SEE],
  1061004: ["not_allowed", "Lark does not let this console attach files to the base"],
  1061043: ["conflict", "a file is larger than Lark takes"],
  10003: ["unavailable", "Lark does not know this console's app: its id or secret must be set again"],
  10014: ["unavailable", "Lark refuses this console's app secret: it must be set again"],
  99991672: [
    "not_allowed",
    "this console's app lacks a right in Lark: whoever manages the app must add access to bases and files",
  ],
};

/** Retryable: nothing was written, or writing again is idempotent. */
const PASSING: ReadonlySet<number> = new Set([1254002, 1254290, 1254291, 1254607, 1255001, 1255040, 99991400]);

export const isPassing = (status: number, larkCode: number): boolean =>
  status === 429 || status >= 500 || PASSING.has(larkCode);

export const isTokenFault = (larkCode: number): boolean => [99991661, 99991663, 99991664, 99991668].includes(larkCode);

export const explainLark = (status: number, larkCode: number, message: string): LarkError => {
  if (larkCode === LARK.writeConflict)
    return new LarkError("throttled", larkCode, "another client is writing to this Lark table at the same time");
  if (isPassing(status, larkCode))
    return new LarkError("upstream_failed", larkCode, "Lark is busy or returned an unexpected response");
  const [code, words] = EXPLAINED[larkCode] ?? ["conflict", `Lark refused (${larkCode}): ${message.slice(0, 200)}`];
  return new LarkError(code, larkCode, words);
};
