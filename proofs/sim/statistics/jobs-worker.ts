import { parentPort, workerData } from "node:worker_threads";
import type { Job } from "./jobs.ts";
import { mergeAll, runJob, type Shown } from "./run-job.ts";

export interface JobShare {
  readonly jobs: readonly Job[];
  readonly seed: number;
  readonly resamples: number;
  readonly runs: number;
  /** Every n-th run, from the given start. */
  readonly stride: number;
  readonly first: number;
}

const runShare = ({ jobs, seed, resamples, runs, stride, first }: JobShare): Shown[] =>
  jobs.map((job, which) => {
    const shown: Shown[] = [];
    for (let run = first; run < runs; run += stride) {
      shown.push(runJob(job, { seed: seed + 7_919 * run + 104_729 * which, resamples }));
    }
    return mergeAll(shown);
  });

parentPort?.postMessage(runShare(workerData as JobShare));
