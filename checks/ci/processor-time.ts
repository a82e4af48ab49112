import { machineTime, stolenShare, TICKS_PER_S } from "../machine-time.ts";

/**
 * Processor time of the whole machine, engines and browsers included, laid to the stages that ran meanwhile; stages that
 * ran side by side share it equally.
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

  /** The seconds of a stage that has ended. */
  end(name: string): number {
    this.settle();
    this.running.delete(name);
    return this.spentS.get(name) ?? 0;
  }

  /** What neighbours of a virtual machine took, as a share of what it had; a run with much of it says little about time. */
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
