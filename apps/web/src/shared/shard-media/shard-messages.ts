import type { ShardPart, ShardReason } from "./shard-clip.ts";

/** At the root, so that its scope is every page of the console. */
export const WORKER_PATH = "/shard-worker.js";
export const MEDIA_PREFIX = "/shard-media/";

/** From worker to page: requests the location of a clip. Answered on the transferred port. */
export interface LocateQuestion {
  readonly kind: "shard-locate";
  readonly id: string;
  /** The previous signed URL was refused. */
  readonly isRenewal: boolean;
}
export type LocateAnswer = { readonly part: ShardPart } | { readonly part: undefined };

/** From worker to page: what was read, or why it failed. */
export type ReadReport =
  | {
      readonly kind: "shard-read";
      readonly id: string;
      readonly requests: number;
      readonly bytes: number;
      readonly ms: number;
    }
  | { readonly kind: "shard-fault"; readonly id: string; readonly reason: ShardReason };

/** From page to worker: a page loaded with a hard reload asks to be controlled. */
export const CLAIM_REQUEST = { kind: "shard-claim" } as const;

type WorkerMessage = LocateQuestion | ReadReport;

const kindOf = (data: unknown): unknown =>
  typeof data === "object" && data !== null && "kind" in data ? data.kind : "";

export const isClaimInput = (data: unknown): boolean => kindOf(data) === CLAIM_REQUEST.kind;

export const isWorkerMessage = (data: unknown): data is WorkerMessage =>
  ["shard-locate", "shard-read", "shard-fault"].includes(String(kindOf(data)));
