import type { Readable } from "node:stream";
import type { Actor } from "../../../actor.ts";
import type { LeaderboardsDeps } from "../leaderboards-deps.ts";
import { requireBoardTask } from "../require-board-task.ts";
import { findSnapshot } from "./board-snapshot.store.ts";
import { toBoardTable } from "./board-table.ts";
import { type BoardRequest, getBoard, noSuchSnapshot } from "./get-board.ts";

export interface BoardFile {
  readonly name: string;
  readonly contentType: string;
  readonly body: Buffer | Readable;
}

interface DownloadInput extends BoardRequest {
  readonly format: "json" | "csv";
}

/** The document of a snapshot as stored, or of the current leaderboard. */
const readDocument = async (
  { db, storage, boards }: LeaderboardsDeps,
  actor: Actor,
  input: DownloadInput,
  gone?: AbortSignal,
): Promise<Buffer | Readable> => {
  const { evaluation } = await requireBoardTask(db, actor, input.taskId);
  const aggregation = input.aggregation ?? evaluation.aggregation;
  if (input.snapshot !== undefined) {
    const snapshot = await findSnapshot(db, input.taskId, { id: input.snapshot, aggregation });
    if (!snapshot) throw noSuchSnapshot();
    return storage.getObject(snapshot.objectKey, gone ? { signal: gone } : {});
  }
  const { document } = await boards.computeDocument(input.taskId, [aggregation], gone);
  if (!document) throw new Error("the board came without its document");
  return Buffer.from(document.bytes.buffer);
};

export const downloadBoard = async (
  deps: LeaderboardsDeps,
  actor: Actor,
  input: DownloadInput,
  gone?: AbortSignal,
): Promise<BoardFile> => {
  const name = `board-${input.snapshot ?? input.taskId}.${input.format}`;
  if (input.format === "json")
    return { name, contentType: "application/json", body: await readDocument(deps, actor, input, gone) };
  const table = toBoardTable(await getBoard(deps, actor, input, gone));
  return { name, contentType: "text/csv; charset=utf-8", body: Buffer.from(table) };
};
