import type { Log } from "../../../../platform/observability/log.ts";
import type { Replica } from "./replica.ts";

export interface AttachedReplica extends Replica {
  readonly path: string;
}

/** A database file that is attached under a name. */
interface AttachedFile {
  readonly key: string;
  readonly name: string;
  readonly path: string;
}

interface LeavingReplica<T> {
  readonly replica: T;
  readonly timer: NodeJS.Timeout;
}

const MAX_STAYING = 16;
/** Longer than any query takes. */
const DETACH_AFTER_MS = 60_000;

/** An LRU cache of attached replicas. Evicted ones are detached after a delay, unless they are used again. */
export class AttachedReplicas<T extends AttachedFile = AttachedReplica> {
  private readonly staying = new Map<string, T>();
  private readonly leaving = new Map<string, LeavingReplica<T>>();
  private readonly detaching = new Map<string, Promise<void>>();
  private readonly detach: (name: string) => Promise<void>;
  private readonly log: Log;

  constructor(detach: (name: string) => Promise<void>, log: Log) {
    this.detach = detach;
    this.log = log;
  }

  add(replica: T): void {
    this.staying.set(replica.key, replica);
    for (const key of [...this.staying.keys()].slice(0, -MAX_STAYING)) this.drop(key);
  }

  /** A Map keeps insertion order, so reinserting makes this replica the most recently used. */
  find(key: string): T | undefined {
    const leaving = this.leaving.get(key);
    const replica = leaving?.replica ?? this.staying.get(key);
    if (!replica) return undefined;
    clearTimeout(leaving?.timer);
    this.leaving.delete(key);
    this.staying.delete(key);
    this.add(replica);
    return replica;
  }

  /** Waits for a detach in progress; the replica is then gone, or attached again if the detach failed. */
  async findSettled(key: string): Promise<T | undefined> {
    await this.detaching.get(key);
    return this.find(key);
  }

  isStaying(path: string): boolean {
    return [...this.staying.values()].some((replica) => replica.path === path);
  }

  drop(key: string): void {
    const replica = this.staying.get(key);
    if (!replica) return;
    this.staying.delete(key);
    this.leave(replica);
  }

  /** Drops a replica whose file is gone: nobody can read it any more. */
  forget(name: string): void {
    for (const [key, replica] of this.staying) if (replica.name === name) this.staying.delete(key);
    for (const [key, { replica, timer }] of this.leaving) {
      if (replica.name !== name) continue;
      clearTimeout(timer);
      this.leaving.delete(key);
    }
  }

  /** Delays the detach, because a query may be about to use the replica. */
  private leave(replica: T): void {
    const timer = setTimeout(() => this.putAway(replica), DETACH_AFTER_MS).unref();
    this.leaving.set(replica.key, { replica, timer });
  }

  private putAway(replica: T): void {
    this.leaving.delete(replica.key);
    const tryAgain = (error: unknown): void => {
      this.log.warn({ err: error }, "replica could not be detached, retrying");
      this.leave(replica);
    };
    const done = this.detach(replica.name)
      .catch(tryAgain)
      .finally(() => this.detaching.delete(replica.key));
    this.detaching.set(replica.key, done);
  }
}
