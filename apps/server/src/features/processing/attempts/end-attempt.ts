import type { ProcessingFault } from "@dailies/contract";
import type { BucketStorage } from "../../../platform/s3/object-storage.ts";
import { attemptFolder } from "../object-keys.ts";
import type { ProcessingRunDeps } from "../processing-deps.ts";
import { findRun } from "../records/run.store.ts";
import { type AttemptEnd, type AttemptRef, endRun } from "../records/run-state.store.ts";
import { type DonePart, readDoneParts } from "./done-parts.ts";

/** Why an attempt is over, in words for the person who started it. */
export class AttemptFailure extends Error {
  readonly fault: ProcessingFault;
  constructor(fault: ProcessingFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface JobSight {
  readonly rayStatus: string | null;
  readonly logTail: string;
}
export const NOTHING_SEEN: JobSight = { rayStatus: null, logTail: "" };

type Deps = Pick<ProcessingRunDeps, "db" | "clock" | "storage">;

interface Cost {
  readonly partsDone: number;
  readonly cpuSeconds: number;
  readonly gpuSeconds: number;
}

/** What an attempt used, from the parts that it finished: what is not finished is not measured. */
export const costOf = (
  parts: ReadonlyMap<number, DonePart>,
  attempt: number,
  { cpus, gpus }: { readonly cpus: number; readonly gpus: number },
): Cost => {
  const own = [...parts.values()].filter((part) => part.attempt === attempt);
  const seconds = own.reduce((sum, part) => sum + part.seconds, 0);
  return { partsDone: own.length, cpuSeconds: seconds * cpus, gpuSeconds: seconds * gpus };
};

interface End extends JobSight {
  readonly status: "Failed" | "Cancelled";
  readonly fault: ProcessingFault | null;
  readonly error: string | null;
}

/** Ends an attempt that made no dataset. What it finished is kept for the next one. */
export const endAttempt = async (deps: Deps, ref: AttemptRef, { status, ...end }: End): Promise<void> => {
  const run = await findRun(deps.db, ref.runId);
  if (!run) return;
  const cost = costOf(await readDoneParts(deps.storage, ref.runId), ref.attempt, run.resources);
  const recorded: AttemptEnd = { ...end, ...cost, at: deps.clock() };
  await endRun(deps.db, ref, { status }, recorded);
  await removeFolder(deps.storage, attemptFolder(ref.runId, ref.attempt));
};

const PAGE = 1_000;

/** Idempotent. */
export const removeFolder = async (
  storage: Pick<BucketStorage, "listObjects" | "deleteObjects">,
  folder: string,
): Promise<void> => {
  for (;;) {
    const objects = await storage.listObjects(folder, { limit: PAGE });
    if (objects.length === 0) return;
    await storage.deleteObjects(objects.map(({ key }) => key));
  }
};
