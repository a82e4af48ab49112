import { type LineageDirection, type LineageKind, type LineageObject, MAX_LINEAGE_COUNT } from "@dailies/contract";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../platform/db/database.ts";
import { objectsOf } from "./object.store.ts";
import { neighboursOf } from "./relation.store.ts";

export interface ObjectRef {
  readonly kind: LineageKind;
  readonly id: string;
  /** Of a dataset; null means all of them. */
  readonly version: number | null;
}

type ObjectRow = Omit<LineageObject, "kind" | "version">;

/** Undefined also for what the reader may not see. */
export const findObject = async (
  db: Db,
  actor: Actor,
  { kind, id }: Pick<ObjectRef, "kind" | "id">,
): Promise<ObjectRow | undefined> => {
  const { rows } = await sql<Omit<ObjectRow, "made_at"> & { made_at: Date }>`
    select id, name, dataset_id, is_deleted, made_at from (${objectsOf(kind, actor)}) o
    where o.id = ${id} and o.is_visible and o.is_listed`.execute(db);
  const [row] = rows;
  return row && { ...row, made_at: row.made_at.toISOString() };
};

/** Where a page of one kind ends: objects are ordered by id, which grows with time, and by version. */
export interface NearCursor {
  readonly id: string;
  readonly version: number;
}

export interface NearOptions {
  readonly direction: LineageDirection;
  /** Objects of each kind, the newest first. */
  readonly limit: number;
  /** References that are looked at, for each object and kind. */
  readonly most?: number;
  readonly only?: LineageKind;
  readonly after?: NearCursor | undefined;
  /** Counts what does not exist for the reader as hidden: a deletion must not miss it. */
  readonly countsUnlisted?: true;
}

export interface NearGroup {
  /** Index of the object that was asked about. */
  readonly root: number;
  readonly kind: LineageKind;
  readonly items: readonly LineageObject[];
  readonly total: number;
  readonly hidden: number;
  readonly isCapped: boolean;
}

interface NearRow extends Omit<NearGroup, "items"> {
  readonly items: readonly Omit<LineageObject, "kind">[];
}

/**
 * What objects of one kind come from or are used in. A source that was deleted is still named; what was deleted uses nothing.
 * A page of one kind costs as much as its objects, however many there are.
 */
export const listNear = async (
  db: Db,
  actor: Actor,
  roots: readonly ObjectRef[],
  { direction, limit, most = MAX_LINEAGE_COUNT, only, after, countsUnlisted }: NearOptions,
): Promise<NearGroup[]> => {
  const [first] = roots;
  if (!first) return [];
  const [near, far] = direction === "uses" ? ["from", "to"] : ["to", "from"];
  const [nearId, nearVersion] = [sql.ref(`e.${near}_id`), sql.ref(`e.${near}_version`)];
  const [farId, farVersion] = [sql.ref(`e.${far}_id`), sql.ref(`e.${far}_version`)];
  const listed = countsUnlisted ? sql`true` : sql`o.is_listed`;
  const living = direction === "uses" ? sql`and not o.is_deleted` : sql``;
  const beyond = after ? sql`and (${farId}, coalesce(${farVersion}, 0)) < (${after.id}, ${after.version})` : sql``;
  const groups = neighboursOf(first.kind, direction)
    .filter(({ kind }) => only === undefined || kind === only)
    .map(
      ({ kind, edges }): RawBuilder<NearRow> => sql`
        select (root.n - 1)::int as root, ${kind}::text as kind, got.* from root cross join lateral (
          with near as (
            select distinct ${farId} as id, ${farVersion} as version from (${edges}) e
            where ${nearId} = root.id
              and (root.version is null or ${nearVersion} is null or ${nearVersion} = root.version) ${beyond}
            order by 1 desc, 2 desc limit ${most + 1}
          ), known as (
            select o.*, near.version, o.is_visible and o.is_listed as is_named, row_number() over (partition by o.is_visible and o.is_listed order by near.id desc, near.version desc)
              as place
            from (select * from near order by id desc, version desc limit ${most}) near
            join (${objectsOf(kind, actor)}) o on o.id = near.id where ${listed} ${living}
          )
          select (count(*) filter (where is_named))::int as total,
            (count(*) filter (where not is_named))::int as hidden,
            (select count(*) > ${most} from near) as "isCapped",
            coalesce(jsonb_agg(jsonb_build_object('id', id, 'version', version, 'name', name, 'dataset_id', dataset_id,
              'is_deleted', is_deleted, 'made_at', made_at) order by place)
              filter (where is_named and place <= ${limit}), '[]') as items
          from known
        ) got`,
    );
  if (groups.length === 0) return [];
  const { rows } = await sql<NearRow>`
    with root as (
      select * from unnest(${roots.map(({ id }) => id)}::uuid[], ${roots.map(({ version }) => version)}::int[])
        with ordinality as given (id, version, n)
    )
    ${sql.join(groups, sql` union all `)}`.execute(db);
  return rows.map(({ items, ...group }) => ({
    ...group,
    items: items.map((item) => ({ ...item, kind: group.kind, made_at: new Date(item.made_at).toISOString() })),
  }));
};
