import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isPlainHost } from "../sources/storage-uri.rules.ts";
import type { ProfileInput, ProfileRow } from "./profile-record.ts";

export interface SealedSecret {
  readonly sealed_secret: Buffer | null;
  readonly secret_origin: string | null;
}

export const toColumns = (input: ProfileInput) => ({
  name: input.name,
  endpoint: input.endpoint,
  public_endpoint: input.publicEndpoint,
  region: input.region,
  bucket: input.bucket,
  prefix: input.prefix,
  is_path_style: input.isPathStyle,
  access_key_id: input.accessKeyId,
});
type ProfileColumns = ReturnType<typeof toColumns> & SealedSecret;

export type CountedProfile = ProfileRow & { readonly datasets: number };

export const listProfiles = (db: Db): Promise<CountedProfile[]> =>
  db
    .selectFrom("storage_profile as p")
    .selectAll("p")
    .select((eb) =>
      eb
        .selectFrom("dataset as d")
        .select(({ fn }) => fn.countAll<string>().as("n"))
        .whereRef("d.profile_id", "=", "p.id")
        .where("d.deleted_at", "is", null)
        .as("datasets"),
    )
    .where("p.deleted_at", "is", null)
    .orderBy("p.name")
    .orderBy("p.id")
    .execute()
    .then((rows) => rows.map((row) => ({ ...row, datasets: Number(row.datasets) })));

/** Excludes deleted profiles. */
export const findProfile = (db: Db, id: string): Promise<ProfileRow | undefined> =>
  db.selectFrom("storage_profile").selectAll().where("id", "=", id).where("deleted_at", "is", null).executeTakeFirst();

/** Share-locks the profile: it cannot be deleted until the transaction ends. */
export const keepProfile = (tx: Tx, id: string): Promise<{ readonly id: string } | undefined> =>
  tx
    .selectFrom("storage_profile")
    .select("id")
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forShare()
    .executeTakeFirst();

/** Locks the row until the transaction ends. */
export const lockProfile = (tx: Tx, id: string): Promise<ProfileRow | undefined> =>
  tx
    .selectFrom("storage_profile")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();

export const findProfileByRequest = (db: Db, requestKey: string): Promise<ProfileRow | undefined> =>
  db.selectFrom("storage_profile").selectAll().where("request_key", "=", requestKey).executeTakeFirst();

/** Longest prefix first. */
export const listProfilesOfBucket = (db: Db, bucket: string): Promise<ProfileRow[]> =>
  db
    .selectFrom("storage_profile")
    .selectAll()
    .where("bucket", "=", bucket)
    .where("deleted_at", "is", null)
    .orderBy(sql`length(prefix)`, "desc")
    .orderBy("created_at")
    .orderBy("id")
    .execute();

/** Undefined when its name or its location is already taken. */
export const insertProfile = (
  tx: Tx,
  profile: ProfileColumns & { id: string; request_key: string; created_at: Date; created_by: string },
): Promise<ProfileRow | undefined> =>
  tx
    .insertInto("storage_profile")
    .values({ ...profile, updated_at: profile.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Takes a lock, so that two requests cannot both find the same name or location free. */
export const isTaken = async (
  tx: Tx,
  input: ProfileInput,
  exceptId: string,
): Promise<"name" | "location" | undefined> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('storage profiles', 0))`.execute(tx);
  const rows = await tx
    .selectFrom("storage_profile")
    .select([
      sql<boolean>`lower(name) = lower(${input.name})`.as("is_name"),
      sql<boolean>`coalesce(endpoint, '') = coalesce(${input.endpoint}::text, '')
        and bucket = ${input.bucket} and prefix = ${input.prefix}`.as("is_place"),
    ])
    .where("deleted_at", "is", null)
    .where("id", "<>", exceptId)
    .execute();
  if (rows.some((row) => row.is_name)) return "name";
  return rows.some((row) => row.is_place) ? "location" : undefined;
};

export const updateProfileRow = (
  tx: Tx,
  id: string,
  change: ProfileColumns & { revision: number; updated_at: Date },
): Promise<ProfileRow> =>
  tx.updateTable("storage_profile").set(change).where("id", "=", id).returningAll().executeTakeFirstOrThrow();

export const countDatasets = async (db: Db, profileId: string): Promise<number> => {
  const { n } = await db
    .selectFrom("dataset")
    .select(({ fn }) => fn.countAll<string>().as("n"))
    .where("profile_id", "=", profileId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(n);
};

/** Erases the secret too. */
export const markProfileDeleted = async (tx: Tx, id: string, at: Date): Promise<void> => {
  const gone = { deleted_at: at, updated_at: at, sealed_secret: null, secret_origin: null };
  await tx.updateTable("storage_profile").set(gone).where("id", "=", id).execute();
};

export const noteProfileTest = async (
  db: Db,
  id: string,
  result: { okAt?: Date; error: string | null },
): Promise<void> => {
  await db
    .updateTable("storage_profile")
    .set({ ...(result.okAt && { last_ok_at: result.okAt }), last_error: result.error })
    .where("id", "=", id)
    .execute();
};

/** The public endpoints of all profiles that have one. */
export const listPublicEndpoints = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom("storage_profile")
    .select(["endpoint", "public_endpoint", "bucket", "is_path_style"])
    .where("deleted_at", "is", null)
    .where("endpoint", "is not", null)
    .execute();
  return rows.flatMap(({ endpoint, public_endpoint, bucket, is_path_style }) => {
    const address = public_endpoint ?? endpoint;
    if (address === null) return [];
    const { protocol, host, hostname } = new URL(address);
    if (!isPlainHost(hostname)) return [];
    return [`${protocol}//${is_path_style ? host : `${bucket}.${host}`}`];
  });
};
