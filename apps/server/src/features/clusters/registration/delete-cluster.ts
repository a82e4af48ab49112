import { type AuditContext, auditActor } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import type { ClustersDeps } from "../clusters-deps.ts";
import { lockCluster, markClusterDeleted } from "./cluster.store.ts";
import { noCluster, subjectOf } from "./validate-cluster.ts";

/** Stops polling it and erases its token. What runs on the cluster goes on. */
export const deleteCluster = ({ db }: ClustersDeps, context: AuditContext, id: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await lockCluster(tx, id);
    if (!row) throw noCluster();
    await markClusterDeleted(tx, id, context.at);
    const meta = { name: row.name, address: row.address, namespace: row.namespace };
    await recordOperation(tx, auditActor(context), { opType: "Delete_cluster", subjects: [subjectOf(id)], meta });
  });
