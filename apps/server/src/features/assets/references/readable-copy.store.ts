import type { Actor } from "../../../actor.ts";
import type { Tx } from "../../../platform/db/database.ts";

export interface ReadableCopy {
  readonly assetId: string;
  readonly version: number;
}

interface Content {
  readonly sha256: Buffer;
  readonly sizeBytes: number;
}

/**
 * Finds a ready version with exactly these bytes that the caller may read, and locks its asset. The query itself
 * filters by read access, so that nothing reveals other users' files.
 */
export const holdReadableCopy = async (
  tx: Tx,
  { userId, isExternal, permissions }: Pick<Actor, "userId" | "isExternal" | "permissions">,
  { sha256, sizeBytes }: Content,
): Promise<ReadableCopy | undefined> => {
  const mayReadAll = permissions.has("STATIC_RESOURCE_MANAGE");
  return tx
    .selectFrom("asset_version as v")
    .innerJoin("asset as a", "a.id", "v.asset_id")
    .select(["v.asset_id as assetId", "v.version"])
    .where("v.sha256", "=", sha256)
    .where("v.status", "=", "Ready")
    .where("v.size_bytes", "=", BigInt(sizeBytes))
    .where("a.status", "<>", "Deleted")
    .where((eb) =>
      eb.or([
        eb.lit(mayReadAll),
        eb("a.owner_id", "=", userId),
        eb.and([eb.lit(!isExternal), eb("a.visibility", "=", "internal")]),
      ]),
    )
    .orderBy("v.asset_id")
    .orderBy("v.version")
    .limit(1)
    .forShare("a")
    .executeTakeFirst();
};

/** Ready assets whose current version has these bytes. */
const selectShowing = (tx: Tx, { sha256, sizeBytes }: Content) =>
  tx
    .selectFrom("asset as a")
    .innerJoin("asset_version as v", (join) =>
      join.onRef("v.asset_id", "=", "a.id").onRef("v.version", "=", "a.version"),
    )
    .select("a.id")
    .where("v.sha256", "=", sha256)
    .where("v.status", "=", "Ready")
    .where("v.size_bytes", "=", BigInt(sizeBytes))
    .where("a.status", "=", "Ready")
    .limit(1);

/** The caller's own asset with this name, folder and content. */
export const findSameAsset = (
  tx: Tx,
  { ownerId, name, folderId }: { ownerId: string; name: string; folderId: string | null },
  content: Content,
): Promise<{ id: string } | undefined> =>
  selectShowing(tx, content)
    .where("a.owner_id", "=", ownerId)
    .where("a.name", "=", name)
    .where("a.folder_id", "is not distinct from", folderId)
    .executeTakeFirst();

export const showsContent = async (tx: Tx, assetId: string, content: Content): Promise<boolean> =>
  (await selectShowing(tx, content).where("a.id", "=", assetId).executeTakeFirst()) !== undefined;
