import { text } from "node:stream/consumers";
import type { Db } from "../../platform/db/database.ts";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import { identifyInstallation } from "./cleanup/sweep-assets.store.ts";

const OWNER_KEY = "installation";

/**
 * Whether this database owns the bucket; the first installation to ask claims it. Any other database, including one
 * configured by mistake, would see every object as an orphan and delete it.
 */
export const ownsBucket = async (db: Db, storage: ObjectStorage): Promise<boolean> => {
  const ours = await identifyInstallation(db);
  if (!(await storage.headObject(OWNER_KEY))) {
    await storage.putObject(OWNER_KEY, Buffer.from(ours), { contentType: "text/plain" });
  }
  return (await text(await storage.getObject(OWNER_KEY))) === ours;
};
