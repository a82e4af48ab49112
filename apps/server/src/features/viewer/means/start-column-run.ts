import { isNumericEncoding, MAX_SHARDS_A_CALL } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { Db } from "../../../platform/db/database.ts";
import { enqueueWorkflow } from "../../../platform/db/outbox.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { UsedSet } from "../use-set.ts";
import {
  type ColumnRunRecord,
  countMeasuring,
  findColumnRun,
  forgetOldRuns,
  insertColumnRun,
} from "./column-run.store.ts";
import { columnRunWorkflowId, samplesPerShard } from "./measure-column.rules.ts";

const MAX_UNDER_WAY = 5;

/** Refuses what has no means, before any shard is read. */
const checkColumn = ({ set }: UsedSet, column: string): void => {
  const found = set.describe().columns.find(({ name }) => name === column);
  if (!found) throw new DomainError("not_found", "the dataset has no such column");
  if (!isNumericEncoding(found.encoding))
    throw new DomainError("invalid", `the column ${column} has no numbers: its encoding is ${found.encoding}`);
  const { shards, counted } = set.table;
  if (counted < shards)
    throw new DomainError("conflict", "the samples of this dataset are still being counted: try again when they are");
  if (shards === 0 || shards > MAX_SHARDS_A_CALL)
    throw new DomainError("invalid", `means are computed for 1 to ${MAX_SHARDS_A_CALL} shards, this set has ${shards}`);
};

/** Starts a run, or returns the one that anybody started for the same index and column. A failed one is started again. */
export const startColumnRun = async (
  db: Db,
  context: RequestContext,
  used: UsedSet,
  column: string,
): Promise<ColumnRunRecord> => {
  checkColumn(used, column);
  const { handle, set } = used;
  const measured = { profileId: handle.profileId, uri: handle.uri, indexTag: set.tag };
  const run = await db.transaction().execute(async (tx) => {
    const before = await findColumnRun(tx, measured, column);
    if (before && before.status !== "Failed") return before;
    const { userId } = context.actor;
    if ((await countMeasuring(tx, userId)) >= MAX_UNDER_WAY)
      throw new DomainError("conflict", `${MAX_UNDER_WAY} of your columns are being computed: wait for one of them`);
    await forgetOldRuns(tx, measured);
    const id = newId();
    const { shards } = set.table;
    const perShard = samplesPerShard(shards);
    const made = { ...measured, id, column, samplesPerShard: perShard, shardsTotal: shards };
    if (await insertColumnRun(tx, { ...made, startedBy: userId, at: context.at })) {
      await enqueueWorkflow(tx, {
        workflowType: "measureColumn",
        workflowId: columnRunWorkflowId(id),
        input: { runId: id },
        requestId: context.requestId,
      });
      await recordOperation(tx, auditActor(context), {
        opType: "Compute_column_means",
        subjects: [`sdv_column:${id}`],
        meta: { uri: measured.uri, column, shards },
      });
    }
    return findColumnRun(tx, measured, column);
  });
  if (!run) throw new DomainError("conflict", "this run was just replaced: try again");
  return run;
};
