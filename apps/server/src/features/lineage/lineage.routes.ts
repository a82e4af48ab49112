// What an object comes from and what it is used in, as lists and as a graph.
// Not in the product's specification; each object is shown to those who may open its page.
import type { LineageKind, lineageRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { Db } from "../../platform/db/database.ts";
import type { ObjectRef } from "./lineage.store.ts";
import { readGraph } from "./read-graph.ts";
import { listLineagePage, readLineage } from "./read-lineage.ts";

interface Named {
  readonly params: { readonly kind: LineageKind; readonly id: string };
  readonly query: { readonly version?: number | undefined };
}

/** Only datasets have versions. */
const refOf = ({ params: { kind, id }, query: { version } }: Named): ObjectRef => ({
  kind,
  id,
  version: kind === "dataset" ? (version ?? null) : null,
});

export const lineageHandlers = ({ db }: { readonly db: Db }): Handlers<typeof lineageRoutes> => ({
  getLineage: (call) => readLineage(db, call.actor, refOf(call)),
  async listLineage(call) {
    const { direction, of, cursor, limit } = call.query;
    const { items, nextCursor } = await listLineagePage(db, call.actor, refOf(call), { direction, of, cursor, limit });
    return { items, next_cursor: nextCursor };
  },
  getLineageGraph: (call) => readGraph(db, call.actor, refOf(call), call.query.depth),
});
