import { AGGREGATIONS } from "@dailies/contract";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import { auditActor, programContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { taskSubject } from "../../tasks/index.ts";
import { hasSnapshot, insertSnapshot, type NewSnapshot } from "../board/board-snapshot.store.ts";
import type { Boards } from "../board/open-boards.ts";
import type { KeepBoardInput } from "./keep-board.rules.ts";

interface KeepBoardDeps {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  readonly boards: Boards;
}

const objectKeyOf = ({ taskId, snapshotId }: KeepBoardInput): string => `boards/${taskId}/${snapshotId}.json`;

const computeSnapshot = async (
  { boards, clock }: KeepBoardDeps,
  input: KeepBoardInput,
): Promise<{ snapshot: NewSnapshot; bytes: Buffer }> => {
  const { document, boards: computed } = await boards.computeDocument(input.taskId, AGGREGATIONS);
  const { All, Average } = computed;
  if (!document || !All || !Average) throw new Error("the board came without all of its parts");
  const snapshot: NewSnapshot = {
    id: input.snapshotId,
    taskId: input.taskId,
    hash: document.hash,
    objectKey: objectKeyOf(input),
    boards: { All, Average },
    votes: All.board.method.votes,
    madeBy: input.by,
    reason: input.reason,
    at: clock(),
  };
  return { snapshot, bytes: Buffer.from(document.bytes.buffer) };
};

export const keepBoardActivities = (deps: KeepBoardDeps) => ({
  /** Computes both aggregations, stores the document, then the snapshot that references it. */
  async keepBoard(input: KeepBoardInput): Promise<void> {
    if (await hasSnapshot(deps.db, input.snapshotId)) return;
    const { snapshot, bytes } = await computeSnapshot(deps, input);
    await deps.storage.putObject(snapshot.objectKey, bytes, { contentType: "application/json" });
    await deps.db.transaction().execute(async (tx) => {
      if (!(await insertSnapshot(tx, snapshot))) return;
      await recordOperation(tx, auditActor(programContext(input.by, input.requestId, snapshot.at)), {
        opType: "Keep_board",
        subjects: [taskSubject(input.taskId)],
        meta: { snapshot: snapshot.id, hash: snapshot.hash, votes: snapshot.votes },
        reason: input.reason,
      });
    });
  },
});

export type KeepBoardActivities = ReturnType<typeof keepBoardActivities>;
