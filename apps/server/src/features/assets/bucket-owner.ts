import { text } from "node:stream/consumers";
import type { Db } from "../../platform/db/database.ts";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import { identifyInstallation } from "./cleanup/sweep-assets.store.ts";

const OWNER_KEY = "installation";

/**
 * Whether this database is the one that says what the bucket holds: the first that asks. To any other all objects
 * would look unknown, as they would after a start with the wrong database, and be lost.
 */
export const ownsBucket = async (db: Db, storage: ObjectStorage): Promise<boolean> => {
  const ours = await identifyInstallation(db);
  if (!(await storage.headObject(OWNER_KEY))) {
    await storage.putObject(OWNER_KEY, Buffer.from(ours), { contentType: "text/plain" });
  }
  return (await text(await storage.getObject(OWNER_KEY))) === ours;
};
