import { text } from "node:stream/consumers";
import type { Db } from "../../../platform/db/database.ts";
import { countOf, type InstallationCheck } from "../../../platform/installation-check.ts";
import type { ObjectStorage } from "../../../platform/s3/object-storage.ts";
import { type BoardDocument, hashDocument } from "../board/board-document.ts";
import { listSnapshotFiles } from "../board/board-snapshot.store.ts";

const SNAPSHOTS_AT_ONCE = 100;

interface SnapshotsCheckDeps {
  readonly db: Db;
  readonly storage: Pick<ObjectStorage, "headObject" | "getObject">;
}

/** Undefined when storage has no such object, which is the finding of another check. */
const readDocument = async ({ storage }: SnapshotsCheckDeps, key: string): Promise<string | undefined> =>
  (await storage.headObject(key)) ? text(await storage.getObject(key)) : undefined;

/** The hash over all inputs and results in the file, or undefined when it is no leaderboard at all. */
const hashOf = (document: string): string | undefined => {
  try {
    return hashDocument(JSON.parse(document) as BoardDocument);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
};

/** The inputs and results in the file of every leaderboard snapshot have the hash that its row says. */
export const snapshotsCheck = (deps: SnapshotsCheckDeps): InstallationCheck => ({
  name: "leaderboard snapshots",
  run: async function* () {
    let snapshots = 0;
    for (let after: string | undefined; ; ) {
      const page = await listSnapshotFiles(deps.db, after, SNAPSHOTS_AT_ONCE);
      for (const { id, objectKey, hash } of page) {
        const document = await readDocument(deps, objectKey);
        if (document !== undefined && hashOf(document) !== hash)
          yield `leaderboard snapshot ${id}: the content of ${objectKey} does not have the hash ${hash}`;
      }
      snapshots += page.length;
      if (page.length < SNAPSHOTS_AT_ONCE) return countOf(snapshots, "snapshot");
      after = page.at(-1)?.id;
    }
  },
});
