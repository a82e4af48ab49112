import type { AssetItem } from "@dailies/contract/assets/schemas";
import type { UploadPhase, UploadTarget } from "./types.ts";
import type { UploadFailure } from "./upload-failure.ts";

/** Immutable snapshot of one queue item. */
export interface UploadItem {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly target: UploadTarget;
  readonly phase: UploadPhase;
  readonly isPaused: boolean;
  /** Waiting for a service that does not respond; continues automatically. */
  readonly isTroubled: boolean;
  readonly hashedBytes: number;
  /** In storage or in flight. */
  readonly storedBytes: number;
  /** Accepted by storage from this queue; excludes what storage already had. */
  readonly sentBytes: number;
  /** The server already had the bytes. */
  readonly isHit: boolean;
  readonly asset?: AssetItem;
  readonly failure?: UploadFailure;
}

export interface QueueTotals {
  readonly files: number;
  readonly finished: number;
  readonly failed: number;
  readonly totalBytes: number;
  readonly storedBytes: number;
  readonly sentBytes: number;
  readonly bytesPerSecond: number;
  /** Unknown until bytes are sent. */
  readonly leftMs?: number;
}

const ENDED: ReadonlySet<UploadPhase> = new Set(["ready", "failed", "cancelled"]);
export const hasEnded = ({ phase }: Pick<UploadItem, "phase">): boolean => ENDED.has(phase);

/** Whether closing the page would interrupt the upload; the server's check continues without it. */
export const isOnItsWay = ({ phase }: Pick<UploadItem, "phase">): boolean =>
  phase === "waiting" || phase === "hashing" || phase === "sending";

export const totalsOf = (items: readonly UploadItem[], bytesPerSecond: number): QueueTotals => {
  const counted = items.filter(({ phase }) => phase !== "cancelled");
  const sum = (read: (item: UploadItem) => number): number => counted.reduce((total, item) => total + read(item), 0);
  const leftBytes = sum((item) => (isOnItsWay(item) && !item.isPaused ? item.sizeBytes - item.storedBytes : 0));
  return {
    files: counted.length,
    finished: counted.filter(({ phase }) => phase === "ready").length,
    failed: counted.filter(({ phase }) => phase === "failed").length,
    totalBytes: sum((item) => item.sizeBytes),
    storedBytes: sum((item) => item.storedBytes),
    sentBytes: sum((item) => item.sentBytes),
    bytesPerSecond,
    leftMs: bytesPerSecond > 0 ? (leftBytes / bytesPerSecond) * 1000 : undefined,
  };
};
