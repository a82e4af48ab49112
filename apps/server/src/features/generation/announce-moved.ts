import type { PerformerTaskStatus } from "@dailies/contract";
import type { Db } from "../../platform/database.ts";
import { announceCall, announceCells } from "../events/index.ts";
import type { Call } from "./call.store.ts";
import type { MovedCell } from "./settle.store.ts";

interface Now {
  readonly status: PerformerTaskStatus;
  readonly progress: number | null;
  readonly queuePosition: number | null;
}

/** Tells those who watch: of a cell by its place in the grid, of any other call whoever made it. */
export const announceMoved = async (
  tx: Db,
  call: Pick<Call, "id" | "cellId" | "requestedBy">,
  moved: readonly MovedCell[],
  { status, progress, queuePosition }: Now,
): Promise<void> => {
  if (call.cellId === null) {
    await announceCall(tx, { id: call.id, userId: call.requestedBy, status, progress, queuePosition });
    return;
  }
  await announceCells(
    tx,
    moved.map((cell) => ({ ...cell, progress, queuePosition })),
  );
};
