import type { VerifyRun } from "@dailies/contract";

export type VerifyFault = VerifyRun["faults"][number];

export interface ShardVerdict {
  readonly state: "ok" | "bad" | "missing" | "truncated";
  /** The first hundred. */
  readonly faults: readonly VerifyFault[];
  readonly faultsTotal: number;
  readonly bytesRead: number;
}

const MAX_FAULTS = 100;
const MAX_WORDS = 300;

/** Collects the faults of one shard: counts all, keeps the first hundred. */
export class FaultList {
  private readonly kept: VerifyFault[] = [];
  private count = 0;
  private readonly shard: number;

  constructor(shard: number) {
    this.shard = shard;
  }

  get total(): number {
    return this.count;
  }

  add(fault: {
    readonly kind: VerifyFault["kind"];
    readonly message: string;
    readonly sample?: number | null;
    readonly lastGoodSample?: number | null;
  }): void {
    this.count += 1;
    if (this.kept.length >= MAX_FAULTS) return;
    const { kind, sample = null, lastGoodSample = null } = fault;
    const message = fault.message.slice(0, MAX_WORDS);
    this.kept.push({ shard: this.shard, sample, kind, message, last_good_sample: lastGoodSample });
  }

  toVerdict(bytesRead: number, worst?: "missing" | "truncated"): ShardVerdict {
    const state = this.count === 0 ? "ok" : (worst ?? "bad");
    return { state, faults: this.kept, faultsTotal: this.count, bytesRead };
  }
}
