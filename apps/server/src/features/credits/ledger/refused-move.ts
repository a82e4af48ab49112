import type { ErrorCode } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Refusal } from "./ledger.store.ts";

const WORDS: Readonly<Record<Refusal, readonly [ErrorCode, string]>> = {
  no_account: ["not_found", "no end user has this e-mail address"],
  conflict: ["conflict", "this key was used before for something else"],
  invalid: ["invalid", "the amount or the moment does not fit: nothing moves in the future, and nothing before 2024"],
  insufficient: ["conflict", "there are not enough credits for this"],
  no_hold: ["not_found", "there is no open hold with this number"],
  no_lot: ["not_found", "there is no grant with this number"],
  no_settle: ["not_found", "there is no settled job with this number"],
  nothing: ["conflict", "nothing is left of it that could be taken"],
  too_much: ["conflict", "this is more than there is"],
};

/** Maps a refusal of the ledger to an error for the caller. */
export const refusedMove = (outcome: Refusal): DomainError => new DomainError(...WORDS[outcome]);
