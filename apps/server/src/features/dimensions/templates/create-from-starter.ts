import type { STARTERS } from "@dailies/contract";
import type { Tx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/ids.ts";
import type { RequestContext } from "../../../request-context.ts";
import type { Operation } from "../../operation-log/index.ts";
import { makeDimension } from "../create-dimension.ts";
import { lockDimensions } from "../dimension.store.ts";
import { type DimensionSet, entriesOf } from "../dimension-set.ts";
import type { DimensionsDeps } from "../dimensions-deps.ts";
import { beginTemplate, fillTemplate } from "./create-template.ts";
import { starterSet } from "./starters.ts";

type Starter = (typeof STARTERS)[number];

/** Creates a template from a starter set. Existing dimensions with the same keys are reused. Returns the id. */
export const createFromStarter = (
  deps: DimensionsDeps,
  context: RequestContext,
  { starter, requestKey }: { starter: Starter; requestKey: string },
): Promise<string> =>
  deps.db.transaction().execute(async (tx) => {
    const { id, isNew } = await beginTemplate(tx, context, requestKey);
    if (!isNew) return id;
    const set = starterSet(starter);
    const operations = await makeMissing(deps, tx, context, set);
    const keys = set.items.map(({ key }) => key);
    const places = new Map((await lockDimensions(tx, { keys }, "share")).map((found) => [found.key, found]));
    const sheet = { ...set.sheet, entries: entriesOf(set.items, places) };
    await fillTemplate(tx, context, { id, sheet, operations, meta: { starter } });
    return id;
  });

/** In key order, so that concurrent requests for the same set cannot deadlock. */
const makeMissing = async (deps: DimensionsDeps, tx: Tx, context: RequestContext, { items }: DimensionSet) => {
  const operations: Operation[] = [];
  for (const { key, asked } of items.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
    const made = await makeDimension(deps, tx, context, { key, asked, requestKey: newId() });
    if (made) operations.push(made.operation);
  }
  return operations;
};
