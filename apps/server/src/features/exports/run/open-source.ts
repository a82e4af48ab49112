import type { Aggregation, Board, EXPORT_MEDIA, EXPORT_ROWS } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { requireUnblinded } from "../../blinding/index.ts";
import { findKeptBoard } from "../../leaderboards/index.ts";
import { requireTask, type TaskRecord } from "../../tasks/index.ts";
import { openBoards } from "../sources/boards.ts";
import { openCells } from "../sources/cells.ts";
import { openJudgements, openPairs } from "../sources/judgements.ts";
import type { SourceInput, SourceTask } from "../sources/source-input.ts";
import type { ExportReader } from "./export-reader.store.ts";
import type { RowSource } from "./export-table.ts";

export interface ExportInput {
  readonly taskIds: readonly string[];
  readonly rows: (typeof EXPORT_ROWS)[number];
  readonly aggregation: Aggregation;
  readonly media: (typeof EXPORT_MEDIA)[number];
}

export const toReader = (actor: Actor): ExportReader => ({
  userId: actor.userId,
  isExternal: actor.isExternal,
  isAdmitted: true,
  isAdministrator: actor.permissions.has("ADMIN_MANAGE_R"),
});

/** Opens the requested source if the user may read all of it now. Also decided for every batch of a running export. */
export const openSource = async (
  { db, publicOrigin }: { readonly db: Db; readonly publicOrigin: string },
  reader: ExportReader,
  { taskIds, rows, aggregation, media }: ExportInput,
): Promise<RowSource> => {
  if (!reader.isAdmitted)
    throw new DomainError("not_allowed", "the user who requested this export may no longer read it");
  const tasks: SourceTask[] = [];
  for (const id of new Set(taskIds)) tasks.push(admit(reader, await requireTask(db, reader, id), rows));
  await requireUnblinded(db, reader, ...taskIds);
  const input: SourceInput = { tasks, aggregation, media, publicOrigin };
  if (rows === "cells") return openCells(db, input);
  if (rows === "leaderboard")
    return openBoards(await Promise.all(tasks.map((task) => readBoard(db, task, aggregation))));
  return aggregation === "Average" ? openPairs(db, input) : openJudgements(db, input);
};

/** Judgements are visible after judging has closed; before that only to the owner. */
const admit = (reader: ExportReader, task: TaskRecord, rows: ExportInput["rows"]): SourceTask => {
  const isOwner = task.ownerId === reader.userId;
  const isFinished = task.status === "Finished";
  if (rows === "cells" && task.kind !== "Benchmark")
    throw new DomainError("conflict", `'${task.name}' has no cells of its own: choose the benchmarks it compares`);
  if (rows !== "cells" && !isFinished && !isOwner && !reader.isAdministrator)
    throw new DomainError(
      "not_allowed",
      `'${task.name}' is still being judged: its owner alone may export what was said`,
    );
  const { id, kind, name, status } = task;
  return { id, kind, name, status, showsRaters: isOwner || isFinished };
};

const readBoard = async (db: Db, { id, name }: SourceTask, aggregation: Aggregation): Promise<Board> => {
  const kept = await findKeptBoard(db, id, aggregation);
  if (kept === undefined)
    throw new DomainError("conflict", `the board of '${name}' has not been computed yet: open it once, then export it`);
  return kept;
};
