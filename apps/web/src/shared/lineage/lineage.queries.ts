import type { LineageDirection, LineageKind } from "@dailies/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { lineageCalls } from "../../lib/api/clients/data/lineage.ts";

export interface LineageRef {
  readonly kind: LineageKind;
  readonly id: string;
  readonly version?: number | undefined;
}

const keyOf = ({ kind, id, version }: LineageRef): readonly unknown[] => ["lineage", kind, id, version ?? null];

/** Beside the content of a page: its failure is shown there, and not as a toast. */
export const lineageQuery = (ref: LineageRef) =>
  queryOptions({
    queryKey: [...keyOf(ref), "near"],
    queryFn: ({ signal }) =>
      lineageCalls.getLineage({ params: { kind: ref.kind, id: ref.id }, query: { version: ref.version } }, { signal }),
    meta: { silent: true },
  });

/** From a board to the dataset whose labels chose the view of a package. */
const GRAPH_DEPTH = 8;

export const lineageGraphQuery = (ref: LineageRef) =>
  queryOptions({
    queryKey: [...keyOf(ref), "graph"],
    queryFn: ({ signal }) =>
      lineageCalls.getLineageGraph(
        { params: { kind: ref.kind, id: ref.id }, query: { version: ref.version, depth: GRAPH_DEPTH } },
        { signal },
      ),
    meta: { silent: true },
  });

const PAGE_SIZE = 50;

/** All objects of one kind, page by page. */
export const lineageListQuery = (ref: LineageRef, direction: LineageDirection, of: LineageKind) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(ref), "list", direction, of],
    queryFn: ({ signal, pageParam }) =>
      lineageCalls.listLineage(
        {
          params: { kind: ref.kind, id: ref.id },
          query: { version: ref.version, direction, of, limit: PAGE_SIZE, cursor: pageParam },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    meta: { silent: true },
  });
