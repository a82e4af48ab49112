import { clustersRoutes } from "@dailies/contract";
import { type ClusterFault, type clusterJobLog, liveLogChange, liveLogFault } from "@dailies/contract/clusters/schemas";
import { addressOf } from "@dailies/contract/route-address";
import { useEffect, useState } from "react";
import type { z } from "zod";
import { EventStream, reconnectDelayMs } from "../../../lib/live/event-stream.ts";

/** More lines than this are not drawn; the oldest go first. */
const MAX_LINES = 2_000;
/** The job has no log to follow, or is not for this user: the kept end is all there is. */
const FINAL: ReadonlySet<number> = new Set([401, 403, 404, 409]);

export interface LiveLog {
  /** Undefined before the first lines. */
  readonly text: string | undefined;
  readonly isTruncated: boolean;
  readonly isOpen: boolean;
  readonly fault: ClusterFault | undefined;
}

const CLOSED: LiveLog = { text: undefined, isTruncated: false, isOpen: false, fault: undefined };

/** Lines as they come, through the server, while it is on; what was seen stays when it is switched off. */
export const useLiveLog = (jobId: string, isOn: boolean): LiveLog => {
  const [log, setLog] = useState(CLOSED);
  useEffect(() => {
    if (!isOn) return undefined;
    const connection = followLog(jobId, setLog);
    return () => {
      connection.close();
      setLog((seen) => ({ ...seen, isOpen: false }));
    };
  }, [jobId, isOn]);
  return log;
};

export interface ShownLog {
  readonly text: string;
  readonly isTruncated: boolean;
  readonly isFinal: boolean;
  /** Whether lines are coming now. */
  readonly isLive: boolean;
  /** Of the kept end; null for what was followed. */
  readonly readAt: string | null;
  /** Why nothing comes for now. */
  readonly fault: ClusterFault | undefined;
}

/** What was followed of a running job, else the kept end; undefined when there is neither. */
export const shownLog = (
  live: LiveLog,
  kept: z.output<typeof clusterJobLog> | undefined,
  isRunning: boolean,
): ShownLog | undefined => {
  const fault = live.isOpen ? live.fault : undefined;
  if (isRunning && live.text !== undefined) {
    const { text, isTruncated, isOpen } = live;
    return { text, isTruncated, isFinal: false, isLive: isOpen, readAt: null, fault };
  }
  if (!kept || kept.read_at === null) return undefined;
  const { text, is_truncated: isTruncated, is_final: isFinal, read_at: readAt } = kept;
  return { text, isTruncated, isFinal, isLive: false, readAt, fault };
};

type Change = (change: (seen: LiveLog) => LiveLog) => void;

const followLog = (jobId: string, change: Change): { close: () => void } => {
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let stream: EventStream | undefined;
  const connect = (): void => {
    const opened = new EventStream(addressOf(clustersRoutes.watchClusterJobLog, { params: { id: jobId } }));
    stream = opened;
    const hear = (name: string, act: (data: unknown) => void): void =>
      opened.addEventListener(name, (event) => {
        if (event instanceof MessageEvent) act(JSON.parse(String(event.data)));
      });
    hear("start", () => {
      failures = 0;
      change((seen) => ({ ...seen, isOpen: true }));
    });
    hear("log", (data) => change((seen) => withChange(seen, liveLogChange.parse(data))));
    hear("fault", (data) => change((seen) => ({ ...seen, fault: liveLogFault.parse(data).fault })));
    hear("end", () => {
      opened.close();
      change((seen) => ({ ...seen, isOpen: false }));
    });
    opened.addEventListener("error", () => {
      change((seen) => ({ ...seen, isOpen: false }));
      if (opened.failure && FINAL.has(opened.failure.status)) return;
      retry = setTimeout(connect, reconnectDelayMs(opened, failures));
      failures += 1;
    });
  };
  connect();
  return {
    close: () => {
      clearTimeout(retry);
      stream?.close();
    },
  };
};

const withChange = (
  seen: LiveLog,
  { kind, text: added, is_truncated: isCut = false }: ReturnType<typeof liveLogChange.parse>,
): LiveLog => {
  const all = kind === "reset" ? added : (seen.text ?? "") + added;
  const lines = all.split("\n");
  const isLong = lines.length > MAX_LINES + 1;
  return {
    text: isLong ? lines.slice(-MAX_LINES - 1).join("\n") : all,
    isTruncated: isLong || (kind === "reset" ? isCut : seen.isTruncated),
    isOpen: true,
    fault: undefined,
  };
};
