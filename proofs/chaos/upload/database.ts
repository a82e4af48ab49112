import { withDatabase } from "../harness/own-database.ts";

/** What the worker computed from the bytes it read back from storage. */
export const hashesByName = (databaseUrl: string): Promise<Map<string, string>> =>
  withDatabase(databaseUrl, async (db) => {
    const rows = await db
      .selectFrom("asset as a")
      .innerJoin("asset_version as v", "v.asset_id", "a.id")
      .select(["a.name", "v.sha256"])
      .where("v.status", "=", "Ready")
      .execute();
    return new Map(rows.map(({ name, sha256 }) => [name, sha256?.toString("hex") ?? ""]));
  });
