import type { ErrorCode } from "@dailies/contract";
import { DomainError } from "../../errors.ts";

export type RefusalWords = Readonly<Record<string, readonly [ErrorCode, string]>>;

/** Outcomes of the database functions that judging and labelling share. */
const SHARED: RefusalWords = {
  no_lease: ["not_found", "this item was never in your hands"],
  skipped: ["conflict", "you have left this item to others"],
  released: ["conflict", "you have given this item back"],
  lost: ["conflict", "this item was given back, since nobody kept it in hand; your draft is kept"],
  late: ["conflict", "an answer can be taken back for half a minute only"],
};

/** Maps a refused lease operation to an error message for the person who holds the lease. */
export const leaseRefusals = (own: RefusalWords): ((outcome: string) => DomainError) => {
  const words: RefusalWords = { ...SHARED, ...own };
  return (outcome) => {
    const [code, message] = (Object.hasOwn(words, outcome) && words[outcome]) || [];
    if (code === undefined || message === undefined) throw new Error(`'${outcome}' is no refusal`);
    return new DomainError(code, message);
  };
};
