import { type LineageDirection, type LineageGraph, type LineageNode, MAX_LINEAGE_NODES } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../platform/db/database.ts";
import { listNear, type NearGroup, type ObjectRef } from "./lineage.store.ts";
import { type Edge, withoutShortcuts } from "./lineage-graph.rules.ts";
import { recordSeenTasks, requireObject } from "./read-lineage.ts";

const keyOf = ({ kind, id, version }: ObjectRef): string => `${kind}:${id}${version === null ? "" : `:${version}`}`;

/** Of each kind, for each node. */
const SHOWN_OF_EACH_KIND = 4;
/** References that are counted for each node and kind. */
const MAX_COUNTED = 1_000;

interface Walk {
  readonly nodes: Map<string, LineageNode>;
  readonly edges: Map<string, Edge>;
  isCut: boolean;
}

const addEdge = (walk: Walk, direction: LineageDirection, near: string, far: string): void => {
  const edge = direction === "uses" ? { from: near, to: far } : { from: far, to: near };
  walk.edges.set(`${edge.from} ${edge.to}`, edge);
};

const addMore = (walk: Walk, direction: LineageDirection, key: string, more: number): void => {
  const node = walk.nodes.get(key);
  if (!node || more <= 0) return;
  const count = direction === "uses" ? "more_uses" : "more_sources";
  walk.nodes.set(key, { ...node, [count]: node[count] + more });
};

const addHidden = (walk: Walk, direction: LineageDirection, near: string, hidden: number): void => {
  const key = `hidden:${direction}:${near}`;
  const before = walk.nodes.get(key)?.hidden ?? 0;
  walk.nodes.set(key, { key, object: null, hidden: before + hidden, more_sources: 0, more_uses: 0 });
  addEdge(walk, direction, near, key);
};

/** Adds what is next to one node, and returns the nodes that are new. */
const addGroup = (
  walk: Walk,
  direction: LineageDirection,
  near: string,
  { items, total, hidden }: NearGroup,
): ObjectRef[] => {
  const added: ObjectRef[] = [];
  let shown = 0;
  for (const object of items) {
    const key = keyOf(object);
    if (!walk.nodes.has(key)) {
      if (walk.nodes.size >= MAX_LINEAGE_NODES) break;
      walk.nodes.set(key, { key, object, hidden: 0, more_sources: 0, more_uses: 0 });
      added.push(object);
    }
    addEdge(walk, direction, near, key);
    shown += 1;
  }
  addMore(walk, direction, near, total - shown);
  if (hidden > 0) addHidden(walk, direction, near, hidden);
  return added;
};

/** One statement for all nodes of a kind. */
const addLevel = async (
  db: Db,
  actor: Actor,
  walk: Walk,
  direction: LineageDirection,
  level: readonly ObjectRef[],
): Promise<ObjectRef[]> => {
  const added: ObjectRef[] = [];
  for (const kind of new Set(level.map((ref) => ref.kind))) {
    const roots = level.filter((ref) => ref.kind === kind);
    const options = { direction, limit: SHOWN_OF_EACH_KIND, most: MAX_COUNTED };
    for (const group of await listNear(db, actor, roots, options)) {
      const root = roots[group.root];
      if (root) added.push(...addGroup(walk, direction, keyOf(root), group));
    }
  }
  return added;
};

/** The sources of its sources and the uses of its uses, breadth first, until the depth or the number of nodes is reached. */
export const readGraph = async (db: Db, actor: Actor, ref: ObjectRef, depth: number): Promise<LineageGraph> => {
  const object = await requireObject(db, actor, ref);
  const root = keyOf(ref);
  const nodes = new Map([[root, { key: root, object, hidden: 0, more_sources: 0, more_uses: 0 }]]);
  const walk: Walk = { nodes, edges: new Map(), isCut: false };
  for (const direction of ["sources", "uses"] as const) {
    let level: readonly ObjectRef[] = [ref];
    for (let step = 0; step < depth && level.length > 0; step += 1) {
      level = await addLevel(db, actor, walk, direction, level);
    }
    // Whether these have neighbours is not known: the reader is told that the graph may go on.
    walk.isCut ||= level.length > 0 || walk.nodes.size >= MAX_LINEAGE_NODES;
  }
  const shown = [...walk.nodes.values()];
  await recordSeenTasks(
    db,
    actor,
    shown.flatMap((node) => node.object ?? []),
  );
  return { root, nodes: shown, edges: withoutShortcuts([...walk.edges.values()]), is_cut: walk.isCut };
};
