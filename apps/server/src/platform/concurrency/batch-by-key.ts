import { DomainError } from "../../errors.ts";

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

interface BatchOptions<Item, Result> {
  readonly maxItems: number;
  /** Per key. */
  readonly maxWaiting: number;
  /** The results in the order of the items; an error is the result of its own item alone. */
  readonly run: (items: readonly Item[]) => Promise<readonly (Result | Error)[]>;
}

/**
 * Runs the items of one key in batches, one batch at a time: what arrives while a batch runs is the next one. Without load
 * an item runs alone and at once. For work that takes turns anyway, such as transactions that need the same lock: together
 * they wait for one commit.
 */
export class BatchByKey<Item, Result> {
  private readonly options: BatchOptions<Item, Result>;
  /** Has a key while its batch runs. */
  private readonly waiting = new Map<string, Waiting<Item, Result>[]>();

  constructor(options: BatchOptions<Item, Result>) {
    this.options = options;
  }

  add(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const added = { item, resolve, reject };
      const waiting = this.waiting.get(key);
      if (waiting === undefined) {
        const next: Waiting<Item, Result>[] = [];
        this.waiting.set(key, next);
        void this.runAll(key, [added], next);
      } else if (waiting.length < this.options.maxWaiting) waiting.push(added);
      else reject(new DomainError("unavailable", "too many requests of this kind are waiting; try again"));
    });
  }

  private async runAll(key: string, first: Waiting<Item, Result>[], next: Waiting<Item, Result>[]): Promise<void> {
    for (let batch = first; batch.length > 0; batch = next.splice(0, this.options.maxItems)) await this.runBatch(batch);
    this.waiting.delete(key);
  }

  private async runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.options.run(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = results[index];
        if (result instanceof Error) reject(result);
        else resolve(result as Result);
      }
    } catch (error) {
      // One item must not fail the others.
      if (batch.length === 1) batch[0]?.reject(error);
      else await Promise.all(batch.map((each) => this.runBatch([each])));
    }
  }
}
