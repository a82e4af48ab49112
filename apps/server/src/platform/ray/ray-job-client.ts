import { z } from "zod";
import { faultOfStatus } from "./ray-fault.ts";
import { openRayRequests, parseAs, type RayConnection } from "./ray-request.ts";
import { type JobDetails, jobDetails } from "./ray-schemas.ts";

/** A first job on a head that just started takes some seconds. */
const SUBMIT_MS = 30_000;
const REFUSAL_BYTES = 256 * 1024;
const submitted = z.object({ submission_id: z.string() });

export interface RayJobRequest {
  /** Ours, so that a request that is repeated finds the job of the first. */
  readonly submissionId: string;
  readonly entrypoint: string;
  /** Of the code, as Ray stores it. */
  readonly packageName: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Submits jobs with code of ours. Every method throws a `RayFault`. */
export const createRayJobClient = (connection: RayConnection) => {
  const { call } = openRayRequests(connection);
  const addressOf = (name: string): string => `api/packages/gcs/${encodeURIComponent(name)}`;
  return {
    /** Undefined when Ray does not know the job. */
    findJob: async (submissionId: string): Promise<JobDetails | undefined> => {
      const { status, bytes } = await call(`api/jobs/${encodeURIComponent(submissionId)}`);
      if (status === 404) return undefined;
      if (status !== 200) throw faultOfStatus(status);
      return parseAs(jobDetails, bytes);
    },
    /** Ray forgets a package when no job uses it. Asking keeps it for some minutes, so that a job can be submitted next. */
    keepPackage: async (name: string, read: () => Promise<Buffer>): Promise<void> => {
      const { status } = await call(addressOf(name));
      if (status === 200) return;
      if (status !== 404) throw faultOfStatus(status);
      const put = await call(addressOf(name), { method: "PUT", body: await read() }, SUBMIT_MS);
      if (put.status !== 200) throw faultOfStatus(put.status);
    },
    /** A job that exists under this id is left as it is. */
    submitJob: async (job: RayJobRequest): Promise<"submitted" | "exists" | "refused"> => {
      const body = JSON.stringify({
        submission_id: job.submissionId,
        entrypoint: job.entrypoint,
        entrypoint_num_cpus: 0,
        metadata: job.metadata,
        runtime_env: { working_dir: `gcs://${job.packageName}`, env_vars: job.environment },
      });
      const { status, bytes } = await call("api/jobs/", { method: "POST", body, maxBytes: REFUSAL_BYTES }, SUBMIT_MS);
      if (status === 200) {
        parseAs(submitted, bytes);
        return "submitted";
      }
      // Ray answers 500 with a traceback whose last line says so.
      if (status === 500 && bytes.includes("already exists")) return "exists";
      if (status === 400) return "refused";
      throw faultOfStatus(status);
    },
  };
};

export type RayJobClient = ReturnType<typeof createRayJobClient>;
