import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { Operation } from "../../operation-log/index.ts";
import { keyTaken, makeDimension } from "../create-dimension.ts";
import { asksTheSame, examplesOf } from "../dimension.rules.ts";
import { type DimensionRecord, lockDimensions } from "../dimension.store.ts";
import { type DimensionSet, entriesOf, type SetItem } from "../dimension-set.ts";
import { type DimensionsDeps, mayChange } from "../dimensions-deps.ts";
import { requireJudge } from "../require-judge.ts";
import { reviseDimension } from "../update-dimension.ts";
import { beginTemplate, fillTemplate } from "./create-template.ts";

export interface PlannedItem {
  readonly item: SetItem;
  readonly found: DimensionRecord | undefined;
  /** `taken`: another author's dimension has this key and asks something else. */
  readonly outcome: "new" | "same" | "next_version" | "taken";
}

/** Plans what an import would do to each dimension of a file. */
export const planImport = async (
  deps: Pick<DimensionsDeps, "readableHashes">,
  tx: Tx,
  context: RequestContext,
  { items }: DimensionSet,
): Promise<PlannedItem[]> => {
  const keys = items.map(({ key }) => key);
  const byKey = new Map((await lockDimensions(tx, { keys }, "update")).map((found) => [found.key, found]));
  const readable = await deps.readableHashes(
    tx,
    context.actor,
    items.flatMap(({ asked }) => examplesOf(asked)),
  );
  const planned: PlannedItem[] = [];
  for (const given of items) {
    const found = byKey.get(given.key);
    const item = withKnownExamples(given, found, readable);
    const outcome = outcomeOf(context, item, found);
    if (outcome === "new" || outcome === "next_version") await requireJudge(tx, item.asked);
    planned.push({ item, found, outcome });
  }
  return planned;
};

const outcomeOf = (context: RequestContext, { asked }: SetItem, found: DimensionRecord | undefined) => {
  if (!found) return "new";
  if (asksTheSame(found.asked, asked)) return "same";
  return mayChange(context.actor, found.ownerId) ? "next_version" : "taken";
};

/** Drops example clips that do not exist here, as in a file from another console. */
const withKnownExamples = (
  item: SetItem,
  found: DimensionRecord | undefined,
  readable: ReadonlyMap<string, string>,
): SetItem => {
  const kept = new Set([...readable.keys(), ...(found ? examplesOf(found.asked) : [])]);
  const { rubric } = item.asked;
  const known = (ids: readonly string[]) => ids.filter((id) => kept.has(id));
  const examples = { good_asset_ids: known(rubric.good_asset_ids), bad_asset_ids: known(rubric.bad_asset_ids) };
  return { ...item, asked: { ...item.asked, rubric: { ...rubric, ...examples } } };
};

/** Imports all of a file or nothing. Returns the id of the template and the outcome per dimension. */
export const importTemplate = (
  deps: DimensionsDeps,
  context: RequestContext,
  { set, requestKey }: { set: DimensionSet; requestKey: string },
): Promise<{ id: string; planned: PlannedItem[] }> =>
  deps.db.transaction().execute(async (tx) => {
    const { id, isNew } = await beginTemplate(tx, context, requestKey);
    const planned = await planImport(deps, tx, context, set);
    if (!isNew) return { id, planned };
    const taken = planned.filter(({ outcome }) => outcome === "taken").map(({ item }) => item.key);
    if (taken.length > 0)
      throw new DomainError(
        "conflict",
        `these keys belong to somebody else and ask something else: ${taken.join(", ")}`,
      );
    const places = new Map<string, { id: string; version: number }>();
    const operations: Operation[] = [];
    // Sorted by key, so that concurrent imports of the same keys cannot deadlock.
    for (const one of planned.toSorted((first, second) => (first.item.key < second.item.key ? -1 : 1))) {
      const { operation, ...place } = await settle(deps, tx, context, one);
      places.set(one.item.key, place);
      if (operation) operations.push(operation);
    }
    const entries = entriesOf(set.items, places);
    await fillTemplate(tx, context, { id, sheet: { ...set.sheet, entries }, operations, meta: { from: "file" } });
    return { id, planned };
  });

const settle = async (
  deps: DimensionsDeps,
  tx: Tx,
  context: RequestContext,
  { item: { key, asked }, found, outcome }: PlannedItem,
): Promise<{ id: string; version: number; operation?: Operation }> => {
  if (!found) {
    const made = await makeDimension(deps, tx, context, { key, asked, requestKey: newId() });
    if (!made) throw new DomainError("conflict", keyTaken(key));
    return { ...made, version: 1 };
  }
  const { id, version } = found;
  if (outcome === "same") return { id, version };
  return { id, ...(await reviseDimension(deps, tx, context, found, asked)) };
};
