/** Back-pressure: runs some work concurrently, queues some more, and refuses the rest at once. */
export class BoundedQueue {
  private readonly limits: { running: number; waiting: number };
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(limits: { running: number; waiting: number }) {
    this.limits = limits;
  }

  /** Undefined when the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T> | undefined {
    if (this.running < this.limits.running) {
      this.running += 1;
      return this.runHoldingSlot(work);
    }
    if (this.waiting.length >= this.limits.waiting) return undefined;
    return new Promise<void>((resolve) => this.waiting.push(resolve)).then(() => this.runHoldingSlot(work));
  }

  private async runHoldingSlot<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      // Hand the slot directly to the next in the queue: if it were freed first, a newcomer could take it.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
