import type { Log } from "../../../../platform/log.ts";
import type { Lens } from "./lens.ts";

export interface AttachedLens extends Lens {
  readonly path: string;
}

interface LeavingLens {
  readonly lens: AttachedLens;
  readonly timer: NodeJS.Timeout;
}

const MAX_STAYING = 16;
/** Longer than any question takes. */
const DETACH_AFTER_MS = 60_000;

/** The copies that the engine has open: those used last stay, the others leave a while later unless they are wanted again. */
export class AttachedLenses {
  private readonly staying = new Map<string, AttachedLens>();
  private readonly leaving = new Map<string, LeavingLens>();
  private readonly detaching = new Map<string, Promise<void>>();
  private readonly detach: (name: string) => Promise<void>;
  private readonly log: Log;

  constructor(detach: (name: string) => Promise<void>, log: Log) {
    this.detach = detach;
    this.log = log;
  }

  add(lens: AttachedLens): void {
    this.staying.set(lens.key, lens);
    for (const key of [...this.staying.keys()].slice(0, -MAX_STAYING)) this.drop(key);
  }

  /** A Map is in the order of insertion: the one used last goes to the end. */
  find(key: string): AttachedLens | undefined {
    const leaving = this.leaving.get(key);
    const lens = leaving?.lens ?? this.staying.get(key);
    if (!lens) return undefined;
    clearTimeout(leaving?.timer);
    this.leaving.delete(key);
    this.staying.delete(key);
    this.add(lens);
    return lens;
  }

  /** What is just being put away is gone afterwards, or here again where that was refused. */
  async findSettled(key: string): Promise<AttachedLens | undefined> {
    await this.detaching.get(key);
    return this.find(key);
  }

  isStaying(path: string): boolean {
    return [...this.staying.values()].some((lens) => lens.path === path);
  }

  drop(key: string): void {
    const lens = this.staying.get(key);
    if (!lens) return;
    this.staying.delete(key);
    this.leave(lens);
  }

  /** Somebody may be about to ask it, so it stays open for a while. */
  private leave(lens: AttachedLens): void {
    const timer = setTimeout(() => this.putAway(lens), DETACH_AFTER_MS).unref();
    this.leaving.set(lens.key, { lens, timer });
  }

  private putAway(lens: AttachedLens): void {
    this.leaving.delete(lens.key);
    const tryAgain = (error: unknown): void => {
      this.log.warn({ err: error }, "a lens could not be put away; it is tried again");
      this.leave(lens);
    };
    const done = this.detach(lens.name)
      .catch(tryAgain)
      .finally(() => this.detaching.delete(lens.key));
    this.detaching.set(lens.key, done);
  }
}
