import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { InferenceSecret } from "../../../platform/db/database.types.ts";

type SecretRow = Selectable<InferenceSecret>;

/** Without its value. */
export interface SecretRecord extends Pick<SecretRow, "id" | "name" | "owner_id" | "updated_at"> {
  readonly owner: string;
  readonly used_by: readonly { readonly id: string; readonly name: string }[];
}

/** More than people of one console have; the list of everybody ends here. */
const MAX_LISTED = 1_000;

/**
 * By name, with the services that refer to them: by the newest deploy, or by the one that runs. There are at most a thousand
 * services, so their configurations are read.
 */
export const listSecrets = async (
  db: Db,
  { ownerId, id }: { readonly ownerId?: string; readonly id?: string },
): Promise<SecretRecord[]> => {
  const chosen = [
    ...(ownerId === undefined ? [] : [sql`i.owner_id = ${ownerId}`]),
    ...(id === undefined ? [] : [sql`i.id = ${id}`]),
  ];
  const where = chosen.length === 0 ? sql`true` : sql.join(chosen, sql` and `);
  const { rows } = await sql<SecretRecord>`
    with use as (
      select distinct e.item ->> 'secret_id' as secret_id, s.id, s.name from inference_service s
      join inference_service_deploy d
        on d.service_id = s.id and d.number in (s.deploy_number, s.put_number, s.applied_number)
      cross join lateral jsonb_array_elements(d.config -> 'env') e(item)
      where s.deleted_at is null and e.item ? 'secret_id'
    )
    select i.id, i.name, i.owner_id, i.updated_at, coalesce(u.username, '') as owner, coalesce(
      (select jsonb_agg(jsonb_build_object('id', use.id, 'name', use.name) order by use.name) from use
        where use.secret_id = i.id::text), '[]') as used_by
    from inference_secret i left join console_user u on u.id = i.owner_id
    where ${where} order by i.name, owner, i.id limit ${MAX_LISTED}`.execute(db);
  return rows;
};

export const countSecrets = async (tx: Tx, ownerId: string): Promise<number> => {
  const { secrets } = await tx
    .selectFrom("inference_secret")
    .select(sql<number>`count(*)::int`.as("secrets"))
    .where("owner_id", "=", ownerId)
    .executeTakeFirstOrThrow();
  return secrets;
};

export const findSecretByName = (tx: Tx, ownerId: string, name: string): Promise<SecretRow | undefined> =>
  tx
    .selectFrom("inference_secret")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("name", "=", name)
    .forUpdate()
    .executeTakeFirst();

export const saveSecretRow = async (tx: Tx, row: SecretRow): Promise<void> => {
  await tx
    .insertInto("inference_secret")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({ sealed_value: row.sealed_value, updated_at: row.updated_at }),
    )
    .execute();
};

/** Locks the row until the transaction ends. */
export const lockSecret = (tx: Tx, id: string): Promise<SecretRow | undefined> =>
  tx.selectFrom("inference_secret").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();

export const deleteSecretRow = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom("inference_secret").where("id", "=", id).execute();
};

/** Those that the services of a cluster were deployed with. */
export const listSecretsOfCluster = async (db: Db, clusterId: string): Promise<SecretRow[]> => {
  const { rows } = await sql<SecretRow>`
    select distinct on (i.id) i.* from inference_service s
    join inference_service_deploy d on d.service_id = s.id and d.number = s.put_number
    cross join lateral jsonb_array_elements(d.config -> 'env') e
    join inference_secret i on i.id = (e ->> 'secret_id')::uuid
    where s.cluster_id = ${clusterId} and s.deleted_at is null`.execute(db);
  return rows;
};

export const listSecretsById = (db: Db, ids: readonly string[]): Promise<SecretRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("inference_secret")
        .selectAll()
        .where("id", "in", [...ids])
        .execute();
