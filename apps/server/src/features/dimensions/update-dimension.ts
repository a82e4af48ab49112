import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { type Operation, recordOperation } from "../operation-log/index.ts";
import { dimensionSubject } from "./create-dimension.ts";
import { changedFields, pick } from "./dimension.rules.ts";
import {
  type Asked,
  addVersion,
  type DimensionRecord,
  isHeld,
  lockDimensions,
  rewriteVersion,
} from "./dimension.store.ts";
import { type DimensionsDeps, requireChange, requireVersion } from "./dimensions-deps.ts";
import { requireJudge } from "./require-judge.ts";
import { keepExamples } from "./templates/keep-examples.ts";

interface Edit {
  readonly id: string;
  readonly expectVersion: number;
  readonly asked: Asked;
}

/** Optimistic concurrency: refuses when the dimension changed since the caller read it. Equal content changes nothing. */
export const updateDimension = (deps: DimensionsDeps, context: RequestContext, { id, expectVersion, asked }: Edit) =>
  deps.db.transaction().execute(async (tx): Promise<void> => {
    const record = await lockDimension(tx, id);
    requireChange(context.actor, { ownerId: record.ownerId, name: record.asked.name });
    requireVersion({ name: record.asked.name, version: record.version }, expectVersion);
    const { operation } = await reviseDimension(deps, tx, context, record, asked);
    if (operation) await recordOperation(tx, auditActor(context), operation);
  });

export const lockDimension = async (tx: Tx, id: string): Promise<DimensionRecord> => {
  const [record] = await lockDimensions(tx, { ids: [id] }, "update");
  if (!record) throw new DomainError("not_found", "there is no such dimension");
  return record;
};

/** Rewrites in place, or adds a version when a template uses this one. Needs the lock; the caller writes the audit entry. */
export const reviseDimension = async (
  deps: Pick<DimensionsDeps, "readableHashes">,
  tx: Tx,
  context: RequestContext,
  { id, version, key, asked: before }: DimensionRecord,
  asked: Asked,
): Promise<{ version: number; operation?: Operation }> => {
  const changed = changedFields(before, asked);
  if (changed.length === 0) return { version };
  await requireJudge(tx, asked);
  const isFrozen = await isHeld(tx, id, version);
  const next = { id, version: isFrozen ? version + 1 : version, asked };
  const made = { userName: context.actor.username, at: context.at };
  await (isFrozen ? addVersion : rewriteVersion)(tx, next, made);
  await keepExamples(deps, tx, context, { ...next, before: isFrozen ? undefined : before });
  const meta = { key, version: next.version, before: pick(before, changed), after: pick(asked, changed) };
  return {
    version: next.version,
    operation: { opType: "Update_dimension", subjects: [dimensionSubject(id)], meta },
  };
};
