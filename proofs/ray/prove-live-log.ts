import { type ClusterRow, type OpenedClusters, openCluster } from "../../apps/server/src/features/clusters/index.ts";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import type { Outgoing } from "../../apps/server/src/platform/http-client/outgoing.ts";

interface LiveLogProof {
  readonly db: Db;
  readonly clusters: OpenedClusters;
  /** Of followed logs, which waits long for a line. */
  readonly outgoing: Outgoing;
  readonly cluster: ClusterRow;
  readonly expect: (what: string, isTrue: boolean, found?: unknown) => void;
}

/** A running job prints a line every half second: they come one after the other, and the request ends when it is left. */
export const proveLiveLog = async ({ db, clusters, outgoing, cluster, expect }: LiveLogProof): Promise<void> => {
  const { driver_node_id: nodeId } = await db
    .selectFrom("cluster_job")
    .select("driver_node_id")
    .where("job_key", "=", "proof-long")
    .executeTakeFirstOrThrow();
  const stop = new AbortController();
  const body = await openCluster({ box: clusters.box, outgoing }, cluster, stop.signal).followLog({
    submissionId: "proof-long",
    nodeId: nodeId ?? "",
    lines: 2,
  });
  const chunks: string[] = [];
  const begunMs = performance.now();
  for await (const chunk of body) {
    chunks.push(String(chunk));
    if (chunks.length >= 4) break;
  }
  const steps = chunks.join("").match(/step \d+/g) ?? [];
  const numbers = steps.map((step) => Number(step.slice(5)));
  expect(
    "a running log is followed: new lines come in order, none twice",
    numbers.length >= 5 && numbers.every((step, index) => index === 0 || step === (numbers[index - 1] ?? 0) + 1),
    { chunks, ms: performance.now() - begunMs },
  );
  stop.abort();
  expect("the request ends when nobody watches", body.destroyed, body.destroyed);
};
