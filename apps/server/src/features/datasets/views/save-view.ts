import { DomainError } from "../../../errors.ts";
import { newId } from "../../../platform/ids.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { setsUsedBy } from "../column-sets/column-set.rules.ts";
import { holdColumnSets } from "../column-sets/column-set.store.ts";
import { datasetSubject } from "../dataset-access.ts";
import type { ItemsDeps } from "../items/items-deps.ts";
import { type ItemQuery, openSelection, select } from "../items/query/open-selection.ts";
import { readOrder } from "../items/query/read-order.ts";
import type { Selection } from "../items/query/selection.ts";
import { findView, findViewByRequest, insertView, insertViewColumnSets, type ViewRecord } from "./view.store.ts";

export interface ViewInput extends ItemQuery {
  readonly name: string;
  readonly orderBy: string;
  readonly seed: number;
  readonly requestKey: string;
}

type Deps = Pick<ItemsDeps, "db" | "replicas" | "rowLists">;

/** Saves a query with its dataset version and the number of matching items. Idempotent per request key. */
export const saveView = async (
  deps: Deps,
  context: RequestContext,
  datasetId: string,
  input: ViewInput,
  signal: AbortSignal,
): Promise<ViewRecord> => {
  const before = await findViewByRequest(deps.db, input.requestKey);
  if (before?.createdBy === context.actor.userId) return before;
  const selection = await openSelection(deps, datasetId, input, signal);
  readOrder(input.orderBy, selection);
  const items = await countAll(deps, selection, signal);
  const { name, orderBy, seed, requestKey, filters, where, q } = input;
  const { version } = selection.source;
  const view = { id: newId(), datasetId, name, version, query: { filters, where, q }, orderBy, seed, items };
  const sets = setsUsedBy(selection.source.columnSets, { predicate: selection.predicate, orderBy }).map(
    (set) => set.id,
  );
  const made = await deps.db.transaction().execute(async (tx) => {
    if (sets.length > 0 && (await holdColumnSets(tx, sets)) < sets.length)
      throw new DomainError("conflict", "a column of this filter was removed");
    const isNew = await insertView(tx, { ...view, requestKey, createdBy: context.actor.userId, at: context.at });
    if (!isNew) return (await findViewByRequest(tx, requestKey))?.id;
    await insertViewColumnSets(tx, view.id, sets);
    const meta = { view: view.id, name, version, items };
    await recordOperation(tx, auditActor(context), {
      opType: "Save_dataset_view",
      subjects: [datasetSubject(datasetId)],
      meta,
    });
    return view.id;
  });
  const found = made === undefined ? undefined : await findView(deps.db, made);
  if (!found || found.createdBy !== context.actor.userId)
    throw new DomainError("conflict", "a view with this name already exists in this dataset");
  return found;
};

/** A view stores an exact count, so it waits for the whole replica. */
const countAll = async (deps: Deps, selection: Selection, signal: AbortSignal): Promise<number> => {
  if (selection.isEverything) return selection.source.items;
  if (selection.replica.isWhole) return deps.rowLists.count(selection, signal);
  const replica = await deps.replicas.openWhole(selection.source, signal);
  const { source, predicate, words } = selection;
  return deps.rowLists.count(select(source, replica, predicate, words), signal);
};
