import { hash } from "node:crypto";
import { LruByteCache } from "../../../../platform/concurrency/lru-byte-cache.ts";
import { SingleFlight } from "../../../../platform/concurrency/single-flight.ts";
import { TIME_LIMIT_MS } from "../query/answer-in-time.ts";
import { type ItemOrder, orderKey } from "../query/read-order.ts";
import type { Selection } from "../query/selection.ts";
import { selectCount, selectRowNumbers } from "../replica/pages.store.ts";
import type { Replicas } from "../replica/replica.ts";

const BYTES_PER_ROW = 4;
/** Overhead of a list, including its key. */
const BYTES_PER_LIST = 512;
const MAX_COUNTS = 2_000;
const PREPARE_AFTER_MS = 400;
/** Row numbers are stored in four bytes. */
const MAX_ROWS = 2 ** 32 - 1;

/** Caches the row numbers that a query selects, in its order: any page is a slice. */
export class RowLists {
  private readonly replicas: Pick<Replicas, "engine">;
  private readonly limitBytes: number;
  private readonly lists: LruByteCache<Uint32Array>;
  private readonly making = new SingleFlight<Uint32Array>();
  private readonly counting = new SingleFlight<number>();
  private readonly counts = new Map<string, number>();
  private isPreparing = false;

  constructor(replicas: Pick<Replicas, "engine">, limitBytes: number) {
    this.replicas = replicas;
    this.limitBytes = limitBytes;
    this.lists = new LruByteCache(limitBytes);
  }

  /** A list larger than the whole cache is not kept; its pages are searched one by one. */
  canKeep(rows: number): boolean {
    return rows <= MAX_ROWS && weightOf(rows) <= this.limitBytes;
  }

  find(selection: Selection, order: ItemOrder | undefined): Uint32Array | undefined {
    return this.lists.get(listKey(selection, order));
  }

  make(selection: Selection, order: ItemOrder | undefined, signal?: AbortSignal): Promise<Uint32Array> {
    const key = listKey(selection, order);
    const kept = this.lists.get(key);
    if (kept) return Promise.resolve(kept);
    const start = async (given: AbortSignal): Promise<Uint32Array> => {
      const numbers = await selectRowNumbers(await this.replicas.engine(), selection, order, given);
      this.lists.set(key, numbers, weightOf(numbers.length));
      this.noteCount(countKey(selection), numbers.length);
      return numbers;
    };
    return this.making.join(key, start, signal);
  }

  /** Builds a list in the background for the next page; one at a time. */
  prepare(selection: Selection, order: ItemOrder | undefined): void {
    if (this.isPreparing) return;
    this.isPreparing = true;
    const end = (): void => {
      this.isPreparing = false;
    };
    const make = () => this.make(selection, order, AbortSignal.timeout(TIME_LIMIT_MS));
    // Start late: a user who is still changing the query sends the next request first.
    setTimeout(() => void make().then(end, end), PREPARE_AFTER_MS).unref();
  }

  /** Counts the selected rows of the replica. */
  count(selection: Selection, signal?: AbortSignal): Promise<number> {
    const key = countKey(selection);
    const known = selection.isEverything ? selection.replica.rows : this.counts.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const start = async (given: AbortSignal): Promise<number> => {
      const count = await selectCount(await this.replicas.engine(), selection, given);
      this.noteCount(key, count);
      return count;
    };
    return this.counting.join(key, start, signal);
  }

  private noteCount(key: string, count: number): void {
    this.counts.set(key, count);
    for (const oldest of this.counts.keys()) if (this.counts.size > MAX_COUNTS) this.counts.delete(oldest);
  }
}

const weightOf = (rows: number): number => BYTES_PER_LIST + rows * BYTES_PER_ROW;

/** Hashes keys, because filters can be long and thousands of them are cached. */
const shortKey = (text: string): string => hash("sha256", text, "base64url");
const countKey = ({ key }: Selection): string => shortKey(key);
const listKey = ({ key }: Selection, order: ItemOrder | undefined): string => shortKey(`${key}${orderKey(order)}`);
