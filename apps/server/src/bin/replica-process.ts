import { makeOrderedReplica, type ReplicaOrder } from "../features/datasets/items/replica/replica-process.ts";

process.once("message", async (order: ReplicaOrder) => {
  const report = await makeOrderedReplica(order);
  process.send?.(report, () => process.exit(0));
});
// Exit when the parent process is gone.
process.once("disconnect", () => process.exit(1));
