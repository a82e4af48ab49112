import { leaseRefusals } from "../../leases/index.ts";

/** Maps a refused lease operation to an error message for the rater. */
export const refusedLease = leaseRefusals({
  no_rater: ["not_found", "you were not asked to judge this task"],
  no_judgement: ["not_found", "there is no such answer of yours"],
  closed: ["conflict", "the judging is over"],
  stale: ["conflict", "a clip of this item was made again meanwhile: it will be asked anew"],
  submitted: ["conflict", "you have answered this item already"],
  taken: ["conflict", "this item went to others meanwhile; your draft is kept"],
  other: ["conflict", "this answer was sent before, for another item"],
  voided: ["conflict", "the owner has taken this answer out of the count"],
});
