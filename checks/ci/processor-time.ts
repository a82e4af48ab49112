import { machineTime, stolenShare, TICKS_PER_S } from "../machine-time.ts";

/**
 * CPU time of the whole machine, including engines and browsers, attributed to the stages running at the time; concurrent
 * stages share it equally.
 */
export class ProcessorTime {
  private readonly spentS = new Map<string, number>();
  private readonly running = new Set<string>();
  private readonly began = machineTime();
  private last = this.began;

  start(name: string): void {
    this.settle();
    this.running.add(name);
  }

  /** CPU seconds of a finished stage. */
  end(name: string): number {
    this.settle();
    this.running.delete(name);
    return this.spentS.get(name) ?? 0;
  }

  /** CPU steal as a share of the machine's time; a run with much of it says little about timing. */
  stolenShare(): number {
    return stolenShare(this.began);
  }

  private settle(): void {
    const now = machineTime();
    const shareS = (now.busy - this.last.busy) / TICKS_PER_S / Math.max(1, this.running.size);
    for (const name of this.running) this.spentS.set(name, (this.spentS.get(name) ?? 0) + shareS);
    this.last = now;
  }
}
