/** Runs a few things at a time, lets a few more wait, and refuses the rest at once. */
export class BoundedQueue {
  private readonly limits: { running: number; waiting: number };
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(limits: { running: number; waiting: number }) {
    this.limits = limits;
  }

  /** Undefined when there is no room, not even to wait. */
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
      // The slot goes straight to the next in line: freed first, a newcomer could take it in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
