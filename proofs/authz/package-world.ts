import { randomUUID } from "node:crypto";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import type { Person } from "./principals.ts";

/** A package of the owner that failed: who may change it does not depend on its content. Needs version 1 of the dataset. */
export const insertPackage = async (db: Db, owner: Person, datasetId: string): Promise<{ packageId: string }> => {
  const [packageId, viewId, at] = [randomUUID(), randomUUID(), new Date()];
  const made = { request_key: randomUUID(), created_by: owner.id, created_at: at };
  const query = JSON.stringify({ filters: [], where: "", q: "" });
  const origin = { dataset_id: datasetId, version: 1, query, order_by: "" };
  await db
    .insertInto("dataset_view")
    .values({ ...made, ...origin, id: viewId, name: "Authz", seed: 0, items: 9n })
    .execute();
  const settings = { format: "MDS", columns: [{ source: "$media", name: "mp4" }] };
  await db
    .insertInto("package")
    .values({
      ...made,
      ...origin,
      id: packageId,
      name: "The owner's",
      number: 1,
      note: "",
      view_id: viewId,
      settings: JSON.stringify(settings),
      format: "MDS",
      status: "Failed",
      folder: `packages/${packageId}/`,
      error: "authz",
      finished_at: at,
    })
    .execute();
  return { packageId };
};
