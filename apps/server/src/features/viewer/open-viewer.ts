import { LruByteCache } from "../../platform/concurrency/lru-byte-cache.ts";
import { inflate } from "../../platform/sandbox/inflate.ts";
import type { BucketReaders } from "../storage/index.ts";
import { createOrderFiles } from "./order/order-files.ts";
import { createOpenSets } from "./sets/open-sets.ts";
import type { ViewerDeps } from "./viewer-deps.ts";

export interface ViewerLimits {
  /** Folder for decompressed shards. */
  readonly folder: string;
  readonly memoryBytes: number;
  readonly diskBytes: number;
}

/** Process-wide caches: opened sets, offsets, decompressed shards. */
export interface OpenedViewer extends Pick<ViewerDeps, "sets" | "orders" | "orderFiles" | "confirmed"> {
  readonly close: () => Promise<void>;
}

const ORDERS_SHARE = 0.1;
const CONFIRMED_BYTES = 1024 ** 2;

export const openViewer = (bucketReaders: BucketReaders, limits: ViewerLimits): OpenedViewer => {
  const sets = createOpenSets({ bucketReaders, inflate, ...limits });
  const orders: ViewerDeps["orders"] = new LruByteCache(limits.memoryBytes * ORDERS_SHARE);
  const orderFiles = createOrderFiles(bucketReaders, limits.memoryBytes * ORDERS_SHARE);
  return { sets, orders, orderFiles, confirmed: new LruByteCache(CONFIRMED_BYTES), close: sets.close };
};
