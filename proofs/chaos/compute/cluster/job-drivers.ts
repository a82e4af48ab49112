// The processes of jobs that the console submits. They run the code that Ray would run.
import type { ChildProcess } from "node:child_process";
import { startDriver } from "../../../../apps/server/src/testing/outsiders/ray-driver.ts";
import type { RayServer, SubmittedJob } from "../../../../apps/server/src/testing/outsiders/ray-server.ts";
import type { JournalEntry } from "./head-protocol.ts";

/** Long enough for faults to hit a job in the middle. */
const PART_S = 0.7;

interface Drivers {
  /** Their jobs have already ended in the eyes of Ray. */
  readonly kill: () => void;
}

export const runDrivers = (ray: RayServer, note: (entry: JournalEntry) => void, store: () => void): Drivers => {
  const children = new Map<string, ChildProcess>();
  const isRunning = (id: string): boolean =>
    ray.jobs.some(({ submission_id, status }) => submission_id === id && status === "RUNNING");
  const end = (id: string, status: "SUCCEEDED" | "FAILED", log: string): void => {
    children.delete(id);
    const job = ray.jobs.find(({ submission_id }) => submission_id === id);
    if (!job || !isRunning(id)) return;
    Object.assign(job, { status, end_time: Date.now(), driver_exit_code: status === "FAILED" ? 1 : 0 });
    ray.logs.set(id, log);
    store();
  };
  const accept = (job: SubmittedJob): void => {
    const { submission_id: id, metadata } = job;
    const others = ray.jobs.filter(
      (other) => other.metadata.run === metadata.run && other.submission_id !== id && other.status === "RUNNING",
    );
    note({
      kind: "submission",
      sessionName: ray.sessionName,
      submissionId: id,
      besides: others.map(({ submission_id }) => submission_id ?? ""),
    });
    ray.logs.set(id, "begun\n");
    store();
    const { child, ended } = startDriver(job, { pauseS: PART_S });
    children.set(id, child);
    ended.then(
      () => end(id, "SUCCEEDED", "begun\ndone\n"),
      (error: unknown) => end(id, "FAILED", `begun\n${String(error)}\n`),
    );
  };
  ray.afterSubmit = accept;
  return {
    kill: () => {
      for (const child of children.values()) child.kill("SIGKILL");
    },
  };
};
