import type { PackageComparison } from "@dailies/contract";
import { DomainError } from "../../../../errors.ts";
import { enqueueWorkflow } from "../../../../platform/db/outbox.ts";
import { newId } from "../../../../platform/ids.ts";
import type { RequestContext } from "../../../../request-context.ts";
import { type RecordDeps, requirePackage } from "../package.dto.ts";
import { packageComparisonWorkflowId, RETRY_FAILED_AFTER_MS } from "./comparison.rules.ts";
import {
  type ComparedPair,
  type ComparisonRow,
  countUnfinishedComparisons,
  findNewestComparison,
  insertComparison,
} from "./comparison.store.ts";

const toComparison = (row: ComparisonRow): PackageComparison => ({
  id: row.id,
  status: row.status,
  package_id: row.packageId,
  against_id: row.againstId,
  error: row.error,
  result: row.result,
});

const isCurrent = ({ status, finishedAt }: ComparisonRow, at: Date): boolean =>
  (status !== "Failed" && status !== "Cancelled") ||
  (finishedAt !== null && at.getTime() - finishedAt.getTime() < RETRY_FAILED_AFTER_MS);

/** They run one after the other on each worker, and one person must not fill the queue. */
const MAX_UNFINISHED = 5;

/** Starts comparing two packages, or returns the comparison of the pair. Packages never change, so one is enough. */
export const comparePackages = async (
  deps: Pick<RecordDeps, "db">,
  context: RequestContext,
  pair: ComparedPair,
): Promise<PackageComparison> => {
  const packages = [await requirePackage(deps, pair.packageId), await requirePackage(deps, pair.againstId)];
  const before = await findNewestComparison(deps.db, pair);
  if (before && isCurrent(before, context.at)) return toComparison(before);
  if (pair.packageId === pair.againstId) throw new DomainError("conflict", "choose two different packages");
  if (packages.some(({ status }) => status !== "Ready"))
    throw new DomainError("conflict", "only ready packages can be compared");
  const { actor, at, requestId } = context;
  await deps.db.transaction().execute(async (tx) => {
    if ((await countUnfinishedComparisons(tx, actor.userId)) >= MAX_UNFINISHED)
      throw new DomainError("conflict", `${MAX_UNFINISHED} of your comparisons are not finished: wait for one`);
    const id = newId();
    if (!(await insertComparison(tx, { ...pair, id, createdBy: actor.userId, at }))) return;
    const workflowId = packageComparisonWorkflowId(id);
    await enqueueWorkflow(tx, {
      workflowType: "comparePackages",
      workflowId,
      input: { comparisonId: id },
      requestId,
    });
  });
  const made = await findNewestComparison(deps.db, pair);
  if (!made) throw new Error("a comparison that was just made is gone");
  return toComparison(made);
};
