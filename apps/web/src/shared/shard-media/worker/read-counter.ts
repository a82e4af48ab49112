import type { ReadReport } from "../shard-messages.ts";

const REPORT_MS = 200;

interface Counter {
  readonly count: (requests: number, bytes: number, ms: number) => void;
  readonly end: () => void;
}

/** Throttles reports, so that a page gets a few per second instead of one per chunk. */
export const createReadCounter = (id: string, tell: (report: ReadReport) => void): Counter => {
  let gathered = { requests: 0, bytes: 0, ms: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const report = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.requests + gathered.bytes > 0) tell({ kind: "shard-read", id, ...gathered });
    gathered = { requests: 0, bytes: 0, ms: 0 };
  };

  return {
    count: (requests, bytes, ms) => {
      gathered.requests += requests;
      gathered.bytes += bytes;
      gathered.ms += ms;
      timer ??= setTimeout(report, REPORT_MS);
    },
    end: report,
  };
};
