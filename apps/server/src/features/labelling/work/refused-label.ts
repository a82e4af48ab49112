import { leaseRefusals } from "../../leases/index.ts";

/** Maps a refused operation to an error message for the labeller. */
export const refusedLabel = leaseRefusals({
  no_task: ["not_found", "there is no such label task"],
  not_open: ["conflict", "this task is not open yet"],
  no_label: ["not_found", "there is no such label"],
  submitted: ["conflict", "you have labelled this item already"],
  other: ["conflict", "this label was sent before, for another item"],
  Draft: ["conflict", "this task is not open yet"],
  Filling: ["conflict", "this task is not open yet"],
  Failed: ["conflict", "this task is not open yet"],
  Closed: ["conflict", "this task is closed; your draft is kept"],
  restored: ["conflict", "this label was changed meanwhile"],
  undone: ["conflict", "this label was undone by its author, so there is nothing to restore"],
  current: ["conflict", "this revision is the current one already"],
});
