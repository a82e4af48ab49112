import type { MatrixRow } from "@dailies/contract";
import type { Pending } from "./changes.rules.ts";

export type CellState = "held" | "free" | "given" | "taken";

export const cellState = (row: MatrixRow, pending: Pending | undefined, code: string): CellState => {
  if (pending?.add.includes(code)) return "given";
  if (pending?.remove.includes(code)) return "taken";
  return row.perms.includes(code) ? "held" : "free";
};
