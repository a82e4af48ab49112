import { DomainError } from "../../errors.ts";
import type { Tx } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../request-context.ts";
import { type Operation, recordOperation } from "../operation-log/index.ts";
import { type Asked, findDimensionByRequest, insertDimension } from "./dimension.store.ts";
import type { DimensionsDeps } from "./dimensions-deps.ts";
import { requireJudge } from "./require-judge.ts";
import { keepExamples } from "./templates/keep-examples.ts";

export const dimensionSubject = (id: string): string => `dimension:${id}`;

interface NewDimensionInput {
  readonly key: string;
  readonly asked: Asked;
  readonly requestKey: string;
}

/** Idempotent per form id: a repeated request returns the id of the dimension created before. */
export const createDimension = (
  deps: DimensionsDeps,
  context: RequestContext,
  input: NewDimensionInput,
): Promise<string> =>
  deps.db.transaction().execute(async (tx) => {
    const made = await makeDimension(deps, tx, context, input);
    if (made) {
      await recordOperation(tx, auditActor(context), made.operation);
      return made.id;
    }
    const before = await findDimensionByRequest(tx, context.actor.userId, input.requestKey);
    if (before?.key === input.key) return before.id;
    throw new DomainError("conflict", keyTaken(input.key));
  });

export const keyTaken = (key: string): string => `there is already a dimension with the key '${key}'`;

/** Returns undefined when the key is taken or the same form was submitted before. The caller writes the audit entry. */
export const makeDimension = async (
  deps: Pick<DimensionsDeps, "readableHashes">,
  tx: Tx,
  context: RequestContext,
  { key, asked, requestKey }: NewDimensionInput,
): Promise<{ id: string; operation: Operation } | undefined> => {
  const id = newId();
  const dimension = { id, key, ownerId: context.actor.userId, requestKey, asked };
  if (!(await insertDimension(tx, dimension, { userName: context.actor.username, at: context.at }))) return undefined;
  await requireJudge(tx, asked);
  await keepExamples(deps, tx, context, { id, version: 1, asked });
  const operation = { opType: "Create_dimension", subjects: [dimensionSubject(id)], meta: { key, ...asked } } as const;
  return { id, operation };
};
