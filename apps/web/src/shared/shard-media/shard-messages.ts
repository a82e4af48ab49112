import type { ShardPart, ShardReason } from "./shard-clip.ts";

/** At the root, so that its scope is every page of the console. */
export const WORKER_PATH = "/shard-worker.js";
export const MEDIA_PREFIX = "/shard-media/";

/** The worker to the page that asked for a clip: where is it? Answered on the port that comes along. */
export interface LocateQuestion {
  readonly kind: "shard-locate";
  readonly id: string;
  /** The address given before was refused. */
  readonly isRenewal: boolean;
}
export type LocateAnswer = { readonly part: ShardPart } | { readonly part: undefined };

/** The worker to the page: what it read for it, or why it could not. */
export type ReadReport =
  | {
      readonly kind: "shard-read";
      readonly id: string;
      readonly requests: number;
      readonly bytes: number;
      readonly ms: number;
    }
  | { readonly kind: "shard-fault"; readonly id: string; readonly reason: ShardReason };

/** The page to the worker: a page that was loaded past it wants to be served. */
export const CLAIM_REQUEST = { kind: "shard-claim" } as const;

type WorkerMessage = LocateQuestion | ReadReport;

const kindOf = (data: unknown): unknown =>
  typeof data === "object" && data !== null && "kind" in data ? data.kind : "";

export const isClaimInput = (data: unknown): boolean => kindOf(data) === CLAIM_REQUEST.kind;

export const isWorkerMessage = (data: unknown): data is WorkerMessage =>
  ["shard-locate", "shard-read", "shard-fault"].includes(String(kindOf(data)));
