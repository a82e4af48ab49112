import { FormatFault } from "@dailies/formats/format-fault";
import { DomainError } from "../../../errors.ts";
import type { OutgoingError } from "../../../platform/http-client/outgoing-error.ts";

/** Maps a storage status to an error; the message names the profile and never a key. */
export const refusalOf = (profileName: string, status: number): DomainError => {
  if (status === 401 || status === 403) {
    return new DomainError("upstream_failed", `storage profile “${profileName}”: its keys may not read there`);
  }
  if (status === 404)
    return new DomainError("upstream_failed", `storage profile “${profileName}”: there is no such bucket`);
  if (status >= 500 || status === 429) {
    return new DomainError("unavailable", `storage profile “${profileName}” does not answer now (${status})`);
  }
  return new DomainError("upstream_failed", `storage profile “${profileName}” answered ${status}`);
};

const FAULT_WORDS = {
  forbidden_address: "its address is not one that may be called",
  unreachable: "cannot be reached",
  timeout: "did not answer in time",
  too_large: "sent more than was asked for",
  bad_answer: "answered in a way that cannot be read",
} as const;

export const faultOf = (profileName: string, error: OutgoingError): DomainError => {
  const code = error.fault === "bad_answer" || error.fault === "too_large" ? "upstream_failed" : "unavailable";
  return new DomainError(code, `storage profile “${profileName}” ${FAULT_WORDS[error.fault]}`, { cause: error });
};

export const changedWhileRead = (object: string): DomainError =>
  new DomainError("conflict", `${object} was changed while it was read`);

export const missing = (object: string): FormatFault => new FormatFault("missing", `${object} is not there`);

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\/(\d+|\*)$/;

export interface AnsweredRange {
  readonly begin: number;
  /** Exclusive. */
  readonly end: number;
  readonly total: number | undefined;
}

/** Undefined when the response is not a range. */
export const readContentRange = (header: string | undefined): AnsweredRange | undefined => {
  const [, first, last, total] = CONTENT_RANGE.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined) return undefined;
  return { begin: Number(first), end: Number(last) + 1, total: total === "*" ? undefined : Number(total) };
};
