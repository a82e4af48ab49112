export const PREDICATE_FAULTS = [
  "character",
  "string",
  "expected",
  "null_value",
  "too_deep",
  "too_many",
  "too_long",
] as const;

/** Why a text is not a predicate, and where: `[at, end)` are offsets in the text, so that an editor can underline them. */
export interface PredicateFault {
  readonly kind: (typeof PREDICATE_FAULTS)[number];
  readonly at: number;
  readonly end: number;
  readonly message: string;
}

/** Thrown only inside the parser; callers receive the fault as a value. */
export class PredicateError extends Error {
  readonly fault: PredicateFault;
  constructor(kind: PredicateFault["kind"], message: string, at: number, end: number = at + 1) {
    super(message);
    this.fault = { kind, at, end, message };
  }
}
