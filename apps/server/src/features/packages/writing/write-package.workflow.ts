import { continueAsNew, proxyActivities, workflowInfo } from "@temporalio/workflow";
import { activityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { removePackage } from "../cleanup/sweep-packages.workflow.ts";
import { packagesTaskQueue } from "../package.rules.ts";
import type { PackageInput, WritePackageActivities } from "./write-package.activities.ts";

/** Bounds the workflow history. */
const MAX_ACTIVITIES = 400;
const AT_ONCE = 8;
/** Shards that one activity verifies. */
const RANGE = 25;

const RETRY = { initialInterval: "1 second", backoffCoefficient: 2, maximumInterval: "30 seconds" } as const;
/** Storage may be away for about an hour. */
const LONG = { heartbeatTimeout: "20 seconds", retry: { ...RETRY, maximumAttempts: 120 } } as const;

const activities = () => {
  const taskQueue = packagesTaskQueue(workflowInfo().taskQueue);
  return {
    working: proxyActivities<WritePackageActivities>({ ...LONG, taskQueue, startToCloseTimeout: "6 hours" }),
    // Retry forever: otherwise the package would appear to be written forever.
    ending: proxyActivities<WritePackageActivities>({ taskQueue, startToCloseTimeout: "10 minutes", retry: RETRY }),
  };
};

/** Runs some work with limited parallelism, in order of its start. */
const inLanes = async (count: number, act: (at: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) await act(at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
};

type Ranges = Pick<WritePackageInput, "verifyFrom"> & { readonly shards: number };

/** Verifies ranges of shards from a place on. Returns where to go on, or undefined after the last. */
const verifyRanges = async (
  { verifyFrom = 0, shards }: Ranges,
  verify: (range: { from: number; count: number }) => Promise<void>,
): Promise<number | undefined> => {
  const ranges = Math.min(MAX_ACTIVITIES, Math.ceil((shards - verifyFrom) / RANGE));
  await inLanes(ranges, (at) => verify({ from: verifyFrom + at * RANGE, count: RANGE }));
  const next = verifyFrom + ranges * RANGE;
  return next < shards ? next : undefined;
};

export interface WritePackageInput extends PackageInput {
  readonly isPlanned?: boolean;
  /** Set when all shards are written. */
  readonly verifyFrom?: number;
}

/** Plans a package, writes its shards in parallel, verifies them and makes it ready. All state is in the database. */
export const writePackage = async (input: WritePackageInput): Promise<void> => {
  const { working, ending } = activities();
  const { packageId, requestId } = input;
  const run = { packageId, requestId };
  let next: WritePackageInput | undefined;
  try {
    next = input.verifyFrom === undefined ? await write(working, input) : await verify(working, input);
    if (next === undefined) return;
  } catch (error) {
    if (await ending.failPackage({ ...run, ...activityFault(error) })) await removePackage(run);
    return;
  }
  await continueAsNew<typeof writePackage>(next);
};

/** Returns how to go on, or undefined when the package is over. */
const write = async (
  working: WritePackageActivities,
  { isPlanned, packageId, requestId }: WritePackageInput,
): Promise<WritePackageInput | undefined> => {
  const run = { packageId, requestId };
  if (!isPlanned && (await working.planPackage(run)) === "over") return undefined;
  const shards = await working.listWaitingShards({ ...run, limit: MAX_ACTIVITIES });
  await inLanes(shards.length, async (at) => {
    await working.writePackageShard({ ...run, shard: shards[at] ?? 0 });
  });
  if (shards.length === MAX_ACTIVITIES) return { ...run, isPlanned: true };
  return verify(working, { ...run, verifyFrom: 0 });
};

const verify = async (
  working: WritePackageActivities,
  { packageId, requestId, verifyFrom }: WritePackageInput,
): Promise<WritePackageInput | undefined> => {
  const run = { packageId, requestId };
  const shards = await working.closePackage(run);
  if (shards === 0) return undefined;
  const next = await verifyRanges({ verifyFrom, shards }, (range) => working.verifyNewShards({ ...run, ...range }));
  if (next !== undefined) return { ...run, isPlanned: true, verifyFrom: next };
  await working.finishPackage(run);
  return undefined;
};

/** Reads the shards of a ready package again, and notes what it found. */
export const verifyPackage = async (input: PackageInput & { readonly verifyFrom?: number }): Promise<void> => {
  const { working, ending } = activities();
  const { packageId, requestId, verifyFrom } = input;
  const run = { packageId, requestId };
  let next: number | undefined;
  try {
    const shards = await working.countReadyShards(run);
    const faults: string[] = [];
    next = await verifyRanges({ verifyFrom, shards }, async (range) => {
      const fault = await working.verifyReadyShards({ ...run, ...range });
      if (fault !== null) faults.push(fault);
    });
    const [fault = null] = faults;
    if (fault !== null || next === undefined) return await ending.endPackageVerification({ ...run, fault });
  } catch {
    // The activity has logged why. The package stays as it is, and may be verified again.
    return await ending.abandonPackageVerification(run);
  }
  await continueAsNew<typeof verifyPackage>({ ...run, verifyFrom: next });
};
