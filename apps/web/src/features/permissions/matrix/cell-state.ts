import type { MatrixRow } from "@dailies/contract";
import type { Pending } from "./changes.rules.ts";

/** `waiting`: requested, and not held before a second person approves. */
export type CellState = "held" | "free" | "given" | "taken" | "waiting";

export const cellState = (row: MatrixRow, pending: Pending | undefined, code: string): CellState => {
  if (pending?.add.includes(code)) return "given";
  if (pending?.remove.includes(code)) return "taken";
  if (row.perms.includes(code)) return "held";
  return row.waiting_perms.includes(code) ? "waiting" : "free";
};
