import { type Selectable, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { InferenceSecret } from "../../../platform/db/database.types.ts";

type SecretRow = Selectable<InferenceSecret>;

/** Without values. */
export const listSecrets = (db: Db, ownerId: string): Promise<Pick<SecretRow, "id" | "name" | "updated_at">[]> =>
  db
    .selectFrom("inference_secret")
    .select(["id", "name", "updated_at"])
    .where("owner_id", "=", ownerId)
    .orderBy("name")
    .execute();

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

export const deleteSecretRow = async (tx: Tx, ownerId: string, id: string): Promise<string | undefined> => {
  const row = await tx
    .deleteFrom("inference_secret")
    .where("id", "=", id)
    .where("owner_id", "=", ownerId)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
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
