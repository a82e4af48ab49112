import { randomUUID } from "node:crypto";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import type { Person } from "./principals.ts";

/** A job of the owner that has ended: who may stop it is decided before that is noticed, and no cluster is asked. */
export const insertClusterJob = async (db: Db, owner: Person): Promise<{ clusterJobId: string }> => {
  const [clusterId, clusterJobId, at] = [randomUUID(), randomUUID(), new Date()];
  await db
    .insertInto("cluster")
    .values({
      id: clusterId,
      name: "Authz",
      kind: "Ray",
      address: "https://ray.example.com",
      request_key: randomUUID(),
      created_by: "authz",
      created_at: at,
      updated_at: at,
    })
    .execute();
  const never = new Date("2100-01-01T00:00:00Z");
  await db.insertInto("cluster_state").values({ cluster_id: clusterId, next_poll_at: never }).execute();
  await db
    .insertInto("cluster_job")
    .values({
      id: clusterJobId,
      cluster_id: clusterId,
      job_key: "authz",
      type: "SUBMISSION",
      status: "SUCCEEDED",
      entrypoint: "python authz.py",
      owner: owner.username,
      ordered_at: at,
      ended_at: at,
      changed_at: at,
      fingerprint: "authz",
    })
    .execute();
  return { clusterJobId };
};
