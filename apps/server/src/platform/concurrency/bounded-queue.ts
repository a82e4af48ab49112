import { FairQueue, isShareUsed, type PersonShare } from "./fair-queue.ts";
import { requestingUser } from "./requesting-user.ts";

export interface QueueLimits {
  readonly running: number;
  readonly waiting: number;
  /** Without it one person may take all places; those who wait still take turns. */
  readonly ofOnePerson?: PersonShare;
}

/**
 * Back-pressure: runs some work concurrently, queues some more, and refuses the rest at once. Places are shared out between
 * the people whose requests the work is for.
 */
export class BoundedQueue {
  private readonly limits: QueueLimits;
  private running = 0;
  private readonly runningOf = new Map<string, number>();
  private readonly waiting = new FairQueue<() => void>();

  constructor(limits: QueueLimits) {
    this.limits = limits;
  }

  /** Undefined when the queue is full, or the share of this person. */
  run<T>(work: () => Promise<T>): Promise<T> | undefined {
    const userId = requestingUser();
    if (this.running < this.limits.running && this.mayBegin(userId)) {
      this.running += 1;
      this.note(userId, 1);
      return this.runHoldingSlot(userId, work);
    }
    if (this.waiting.length >= this.limits.waiting || this.hasManyWaiting(userId)) return undefined;
    const begun = new Promise<void>((resolve) =>
      this.waiting.add(userId, () => {
        this.note(userId, 1);
        resolve();
      }),
    );
    return begun.then(() => this.runHoldingSlot(userId, work));
  }

  private mayBegin(userId: string | undefined): boolean {
    return !isShareUsed(this.limits.ofOnePerson?.running, userId, (user) => this.runningOf.get(user) ?? 0);
  }

  private hasManyWaiting(userId: string | undefined): boolean {
    return isShareUsed(this.limits.ofOnePerson?.waiting, userId, (user) => this.waiting.lengthOf(user));
  }

  private note(userId: string | undefined, change: number): void {
    if (userId === undefined) return;
    const count = (this.runningOf.get(userId) ?? 0) + change;
    if (count === 0) this.runningOf.delete(userId);
    else this.runningOf.set(userId, count);
  }

  private async runHoldingSlot<T>(userId: string | undefined, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.note(userId, -1);
      // Hand the slot directly to the next in the queue: if it were freed first, a newcomer could take it.
      const begin = this.waiting.take((next) => this.mayBegin(next));
      if (begin) begin();
      else this.running -= 1;
    }
  }
}
