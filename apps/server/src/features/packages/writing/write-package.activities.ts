import { ERROR_STATUS } from "@dailies/contract";
import { DomainError } from "../../../errors.ts";
import type { ActivityFault } from "../../../platform/temporal/activity-fault.workflow.ts";
import { withHeartbeat } from "../../../platform/temporal/with-heartbeat.ts";
import { changeAnnounced } from "../announce-package.ts";
import { closePackage, type FinishDeps, finishPackage } from "../finishing/finish-package.ts";
import { type ShardRange, verifyShards } from "../finishing/verify-shards.ts";
import { findPackage } from "../package.store.ts";
import { abandonVerification, endUnfinished, endVerification, isUnfinished } from "../package-state.store.ts";
import { type PlanDeps, planPackage } from "../planning/plan-package.ts";
import { listWaitingShards } from "./shard.store.ts";
import { type WriteShardDeps, writeShard } from "./write-shard.ts";

export interface PackageInput {
  readonly packageId: string;
  readonly requestId: string;
}

export type PackageRunDeps = Omit<PlanDeps, "storage"> & WriteShardDeps & FinishDeps;

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT_MS = 4_000;
const UNEXPECTED = "writing stopped at an unexpected fault; repeat the package to try again";
const beating = <T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> =>
  withHeartbeat({ everyMs: HEARTBEAT_MS }, act);

export const writePackageActivities = (deps: PackageRunDeps) => ({
  /** Deterministic: a retry plans the same shards. */
  async planPackage({ packageId }: PackageInput): Promise<"planned" | "over"> {
    return beating((signal) => planPackage(deps, packageId, signal));
  },

  /** Empty when all are written or the package is over. */
  async listWaitingShards({ packageId, limit }: PackageInput & { readonly limit: number }): Promise<number[]> {
    return (await isUnfinished(deps.db, packageId)) ? listWaitingShards(deps.db, packageId, limit) : [];
  },

  async writePackageShard(input: PackageInput & { readonly shard: number }): Promise<boolean> {
    return beating((signal) => writeShard(deps, input, signal));
  },

  /** Returns the number of shards to verify; 0 when the package is over. */
  async closePackage({ packageId }: PackageInput): Promise<number> {
    return closePackage(deps, packageId);
  },

  /** Of a package that is not ready yet: wrong bytes are a fault. */
  async verifyNewShards(input: PackageInput & ShardRange): Promise<void> {
    if (!(await isUnfinished(deps.db, input.packageId))) return;
    const fault = await beating((signal) => verifyShards(deps, input, signal));
    if (fault !== null) throw new DomainError("conflict", fault);
  },

  async finishPackage({ packageId }: PackageInput): Promise<void> {
    await beating(() => finishPackage(deps, packageId));
  },

  /** Returns false when it was over already. */
  async failPackage({ packageId, code, message }: PackageInput & ActivityFault): Promise<boolean> {
    const error = Object.hasOwn(ERROR_STATUS, code) ? message : UNEXPECTED;
    const end = { status: "Failed", error, at: deps.clock() } as const;
    return changeAnnounced(deps.db, packageId, (tx) => endUnfinished(tx, packageId, end));
  },

  /** Of a ready package; 0 when it was deleted meanwhile. */
  async countReadyShards({ packageId }: PackageInput): Promise<number> {
    const made = await findPackage(deps.db, packageId);
    return made?.status === "Ready" ? (made.shardsTotal ?? 0) : 0;
  },

  /** What is wrong with the first bad shard of a range. */
  async verifyReadyShards(input: PackageInput & ShardRange): Promise<string | null> {
    return beating((signal) => verifyShards(deps, input, signal));
  },

  async endPackageVerification({ packageId, fault }: PackageInput & { readonly fault: string | null }): Promise<void> {
    await changeAnnounced(deps.db, packageId, (tx) => endVerification(tx, packageId, fault, deps.clock()));
  },

  async abandonPackageVerification({ packageId }: PackageInput): Promise<void> {
    await abandonVerification(deps.db, packageId);
  },
});

export type WritePackageActivities = ReturnType<typeof writePackageActivities>;
