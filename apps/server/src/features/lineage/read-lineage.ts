import {
  LINEAGE_KINDS,
  type Lineage,
  type LineageDirection,
  type LineageKind,
  type LineageObject,
  type LineageSide,
} from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { DomainError } from "../../errors.ts";
import type { Db } from "../../platform/db/database.ts";
import { isBlinded, requireUnblinded } from "../blinding/index.ts";
import { findObject, listNear, type NearCursor, type NearGroup, type ObjectRef } from "./lineage.store.ts";

const isTask = ({ kind }: { readonly kind: LineageKind }): boolean => kind === "benchmark" || kind === "board";
/** Seeing one of these beside a task tells which models compete in it. */
const NAMES_MODELS: readonly LineageKind[] = ["run", "service", "performer"];

/** Objects of others that do not exist and those that the reader may not see are answered alike. */
export const requireObject = async (db: Db, actor: Actor, ref: ObjectRef): Promise<LineageObject> => {
  const found = await findObject(db, actor, ref);
  // Tells raters why; everybody else becomes a viewer of the task, but only of one that they may see.
  if (isTask(ref) && (found || (await isBlinded(db, actor, ref.id)))) await requireUnblinded(db, actor, ref.id);
  if (!found) throw new DomainError("not_found", "there is no such object, or you may not see it");
  return { ...found, kind: ref.kind, version: ref.version };
};

/** Whoever sees a task beside its models is a viewer of the task, whose later judgements are not blind. */
export const recordSeenTasks = async (db: Db, actor: Actor, shown: readonly ObjectRef[]): Promise<void> => {
  if (!shown.some(({ kind }) => NAMES_MODELS.includes(kind))) return;
  const tasks = [...new Set(shown.filter(isTask).map(({ id }) => id))];
  if (tasks.length > 0) await requireUnblinded(db, actor, ...tasks);
};

const toSide = (groups: readonly NearGroup[]): LineageSide => {
  const shown = groups.filter(({ items }) => items.length > 0);
  return {
    groups: shown
      .toSorted((one, other) => LINEAGE_KINDS.indexOf(one.kind) - LINEAGE_KINDS.indexOf(other.kind))
      .map(({ kind, items, total, isCapped }) => ({ kind, items: [...items], total, is_capped: isCapped })),
    hidden: groups.reduce((sum, { hidden }) => sum + hidden, 0),
  };
};

const SHOWN_OF_EACH_KIND = 5;

export const readLineage = async (db: Db, actor: Actor, ref: ObjectRef): Promise<Lineage> => {
  await requireObject(db, actor, ref);
  const near = (direction: LineageDirection) => listNear(db, actor, [ref], { direction, limit: SHOWN_OF_EACH_KIND });
  const [sources, uses] = [await near("sources"), await near("uses")];
  await recordSeenTasks(db, actor, [ref, ...[...sources, ...uses].flatMap(({ items }) => items)]);
  return { sources: toSide(sources), uses: toSide(uses) };
};

export interface LineagePage {
  readonly direction: LineageDirection;
  readonly of: LineageKind;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** The contract has checked its form. */
const readCursor = (text: string | undefined): NearCursor | undefined => {
  if (text === undefined) return undefined;
  const [id = "", version] = text.split(".");
  return { id, version: Number(version) };
};

export const listLineagePage = async (
  db: Db,
  actor: Actor,
  ref: ObjectRef,
  { direction, of, cursor, limit }: LineagePage,
): Promise<{ items: LineageObject[]; nextCursor: string | null }> => {
  const after = readCursor(cursor);
  await requireObject(db, actor, ref);
  const [group] = await listNear(db, actor, [ref], { direction, only: of, after, limit: limit + 1 });
  const items = group?.items.slice(0, limit) ?? [];
  await recordSeenTasks(db, actor, [ref, ...items]);
  const last = items.at(-1);
  const hasMore = group !== undefined && group.items.length > limit;
  return { items: [...items], nextCursor: hasMore && last ? `${last.id}.${last.version ?? 0}` : null };
};
