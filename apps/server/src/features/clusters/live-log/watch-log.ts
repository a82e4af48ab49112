import type { Writable } from "node:stream";
import type { Actor } from "../../../actor.ts";
import { DomainError } from "../../../errors.ts";
import { createOutgoing, type Outgoing } from "../../../platform/http-client/outgoing.ts";
import type { Log } from "../../../platform/observability/log.ts";
import { toRayFault } from "../../../platform/ray/ray-fault.ts";
import { RAY_TIMEOUT_MS } from "../../../platform/ray/ray-request.ts";
import { ConnectionMonitor, clusterLogTopic, type ReadActors, SseConnection } from "../../events/index.ts";
import type { ClusterNetwork, ClustersDeps } from "../clusters-deps.ts";
import { findJob, listEndedAmong } from "../jobs/job.store.ts";
import { isUnfinished, type RayJobStatus } from "../jobs/job-record.rules.ts";
import { LOG_LINES } from "../polling/follow-jobs.ts";
import { describeFault } from "../registration/check-connection.ts";
import { findClusterRow } from "../registration/cluster.store.ts";
import { type ClusterAddress, openCluster, openToken } from "../registration/open-cluster.ts";
import { LogRelay, type Refusal } from "./log-relay.ts";

export interface LiveLogs {
  readonly relay: LogRelay;
  readonly monitor: ConnectionMonitor;
  /** Waits long for the next line, unlike other requests to clusters. */
  readonly outgoing: Outgoing;
  readonly close: () => void;
}

interface LiveLogsOptions {
  readonly db: ClustersDeps["db"];
  readonly network: ClusterNetwork;
  readonly log: Log;
  readonly readActors: ReadActors;
  readonly isDraining: () => boolean;
}

const BEAT_MS = 15_000;
/** A job may print nothing for long; after this it is asked again whether the cluster is still there. */
const SILENT_MS = 600_000;

/** Connects to nothing before the first viewer. */
export const openLiveLogs = ({ db, network, log, readActors, isDraining }: LiveLogsOptions): LiveLogs => {
  const limits = { connectMs: RAY_TIMEOUT_MS, answerMs: RAY_TIMEOUT_MS, idleMs: SILENT_MS, maxRedirects: 0 };
  const outgoing = createOutgoing({ ...network, ...limits });
  const relay = new LogRelay({ log, listEnded: (jobIds) => listEndedAmong(db, jobIds) });
  const readBlinded = async () => new Map();
  const monitor = new ConnectionMonitor({ hub: relay, readActors, readBlinded, isDraining, log, beatMs: BEAT_MS });
  return {
    relay,
    monitor,
    outgoing,
    close: () => {
      monitor.stop();
      relay.close();
      outgoing.close();
    },
  };
};

/** A token that can no longer be opened is an answer like others. */
const readToken = (box: ClustersDeps["box"], cluster: ClusterAddress): string | null => {
  try {
    return openToken({ box }, cluster);
  } catch (error) {
    const known = toRayFault(error);
    if (!known) throw error;
    throw new DomainError("conflict", describeFault(known.fault), { cause: error });
  }
};

interface Watch {
  readonly jobId: string;
  readonly actor: Actor;
  readonly tokenHash: Buffer;
  /** Writes the response head; no error can be returned afterwards. */
  readonly open: () => Writable;
}

const WORDS: Readonly<Record<Refusal, string>> = {
  viewers: "too many logs are being watched; try again soon",
  "viewers of user": "you watch too many logs at a time",
  "logs of cluster": "too many logs of this cluster are being watched; try again soon",
};

/** Follows the log of a running job until it ends, the viewer leaves or may no longer see it. */
export const watchLog = async (
  { db, box }: Pick<ClustersDeps, "db" | "box">,
  { relay, monitor, outgoing }: LiveLogs,
  { jobId, actor, tokenHash, open }: Watch,
): Promise<void> => {
  const job = await findJob(db, jobId);
  const cluster = job && (await findClusterRow(db, job.cluster_id));
  if (!job || !cluster) throw new DomainError("not_found", "there is no such job");
  const { driver_node_id: nodeId, job_key: submissionId } = job;
  const isRunning = isUnfinished(job.status as RayJobStatus) && job.gone_at === null;
  if (!isRunning || job.type !== "SUBMISSION" || nodeId === null) {
    throw new DomainError("conflict", "this job has no log that could be followed now");
  }
  const refusal = relay.refusal(actor.userId, { jobId, clusterId: cluster.id });
  if (refusal) throw new DomainError("unavailable", WORDS[refusal], { retryAfterS: 10 });
  const token = readToken(box, cluster);

  // No await from here to the end, so that the limits hold.
  const owner = { userId: actor.userId, sessionId: actor.sessionId, tokenKey: tokenHash.toString("hex") };
  const line = new SseConnection(open(), owner, [clusterLogTopic(jobId)]);
  if (!line.isOpen) return;
  line.write(Buffer.from("event: start\ndata: {}\n\n"), performance.now());
  relay.add(line, {
    jobId,
    clusterId: cluster.id,
    secrets: token === null ? [] : [token],
    open: (signal) =>
      openCluster({ box, outgoing }, cluster, signal).followLog({ submissionId, nodeId, lines: LOG_LINES }),
  });
  monitor.start();
};
