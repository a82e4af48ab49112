import type { ErrorCode } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";

const WORDS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  no_rater: ["not_found", "you were not asked to judge this task"],
  no_lease: ["not_found", "this item was never in your hands"],
  no_judgement: ["not_found", "there is no such answer of yours"],
  closed: ["conflict", "the judging is over"],
  stale: ["conflict", "a clip of this item was made again meanwhile: it will be asked anew"],
  submitted: ["conflict", "you have answered this item already"],
  skipped: ["conflict", "you have left this item to others"],
  released: ["conflict", "you have given this item back"],
  lost: ["conflict", "this item was given back, since nobody kept it in hand; your draft is kept"],
  taken: ["conflict", "this item went to others meanwhile; your draft is kept"],
  other: ["conflict", "this answer was sent before, for another item"],
  late: ["conflict", "an answer can be taken back for half a minute only"],
  voided: ["conflict", "the owner has taken this answer out of the count"],
};

/** Maps a refused lease operation to an error message for the rater. */
export const refusedLease = (outcome: string): DomainError => {
  const [code, words] = WORDS[outcome] ?? [];
  if (code === undefined || words === undefined) throw new Error(`'${outcome}' is no refusal`);
  return new DomainError(code, words);
};
