import { aStorageProfile } from "../../../apps/server/src/testing/builders/a-test-bucket.ts";
import { aUser } from "../../../apps/server/src/testing/builders/a-user.ts";
import { withDatabase } from "../../chaos/harness/own-database.ts";
import { COLUMNS, type MadeTable } from "./make-table.ts";

/** The last rows that indexing writes: a dataset with one version. */
export const registerTable = (databaseUrl: string, datasetId: string, table: MadeTable): Promise<void> =>
  withDatabase(databaseUrl, async (db) => {
    const { id: ownerId } = await aUser(db);
    const profileId = await aStorageProfile(db, { bucket: "bench", prefix: `${datasetId}/` });
    const at = new Date();
    const columns = JSON.stringify(COLUMNS);
    await db
      .insertInto("dataset")
      .values({
        id: datasetId,
        name: `bench ${table.items}`,
        description: "",
        kind: "MDS",
        layout: "plain",
        columns,
        uri: "s3://bench/clips/",
        profile_id: profileId,
        status: "Ready",
        owner_id: ownerId,
        request_key: datasetId,
        created_at: at,
        updated_at: at,
      })
      .execute();
    await db
      .insertInto("dataset_version")
      .values({
        dataset_id: datasetId,
        version: 1,
        table_name: table.tableName,
        table_version: BigInt(table.tableVersion),
        items: BigInt(table.items),
        duration_s: table.durationS,
        bytes: 0n,
        faults: 0n,
        columns,
        note: "",
        created_by: "bench",
        created_at: at,
      })
      .execute();
    await db.updateTable("dataset").set({ version: 1 }).where("id", "=", datasetId).execute();
  });
