import { auditActor, type RequestContext } from "../../request-context.ts";
import { recordOperation } from "../operation-log/index.ts";
import { dimensionSubject } from "./create-dimension.ts";
import { isHeld, removeDimension, setDimensionArchived, toAsked } from "./dimension.store.ts";
import { listVersionRows } from "./dimension-list.store.ts";
import { type DimensionsDeps, requireChange } from "./dimensions-deps.ts";
import { releaseExamples } from "./templates/keep-examples.ts";
import { lockDimension } from "./update-dimension.ts";

interface DeleteDimensionInput {
  readonly id: string;
  /** False restores the dimension. */
  readonly isArchived: boolean;
}

/** Deletes a dimension that no template uses, archives it otherwise. Returns whether it was archived. */
export const deleteDimension = (
  { db }: DimensionsDeps,
  context: RequestContext,
  { id, isArchived }: DeleteDimensionInput,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { key, ownerId, archivedAt, asked } = await lockDimension(tx, id);
    requireChange(context.actor, { ownerId, name: asked.name });
    const isDeleted = isArchived && !(await isHeld(tx, id));
    if (!isDeleted && isArchived === (archivedAt !== null)) return isArchived;
    if (isDeleted) {
      const versions = await listVersionRows(tx, id);
      await releaseExamples(
        tx,
        id,
        versions.map((row) => ({ version: row.version, asked: toAsked(row) })),
      );
      await removeDimension(tx, id);
    } else await setDimensionArchived(tx, id, isArchived ? context.at : null, context.at);
    await recordOperation(tx, auditActor(context), {
      opType: isDeleted ? "Delete_dimension" : "Archive_dimension",
      subjects: [dimensionSubject(id)],
      meta: { key, name: asked.name, ...(!isDeleted && { is_archived: isArchived }) },
    });
    return isArchived && !isDeleted;
  });
