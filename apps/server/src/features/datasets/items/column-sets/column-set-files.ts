import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { SingleFlight } from "../../../../platform/concurrency/single-flight.ts";
import { AttachedReplicas } from "../replica/attached-replicas.ts";
import { engineCalls } from "../replica/engine/engine-calls.ts";
import type { ReplicaEngine } from "../replica/engine/replica-engine.ts";
import type { ColumnSetFile, JoinedColumnSet, ReplicasOptions } from "../replica/replica.ts";
import type { ReplicaCache } from "../replica/replica-cache.ts";
import { removeReplica, UnreadableReplica } from "../replica/replica-file.ts";
import { joinableSet } from "./join-column-sets.ts";

interface AttachedSet extends JoinedColumnSet {
  readonly key: string;
  readonly path: string;
}

export interface ColumnSetFilesOptions
  extends Pick<ReplicasOptions, "queries" | "storage" | "threads" | "memoryBytes" | "log" | "clock"> {
  readonly shelf: ReplicaCache;
  readonly engine: () => Promise<ReplicaEngine>;
  /** Whether a file of the shelf is attached for something else. */
  readonly isUsed: (path: string) => boolean;
}

/** No version of a dataset has this number, so that the file of a set is told from a replica. */
const NO_VERSION = 0;

/** Column sets on the local disk, in the cache of the replicas, and attached while they are used. */
export class ColumnSetFiles {
  private readonly options: ColumnSetFilesOptions;
  private readonly attached: AttachedReplicas<AttachedSet>;
  private readonly opening = new SingleFlight<AttachedSet>();
  private names = 0;

  constructor(options: ColumnSetFilesOptions) {
    this.options = options;
    this.attached = new AttachedReplicas(async (name) => (await options.engine()).detach(name), options.log);
  }

  /** The file was removed while it was attached. */
  forget(name: string): void {
    this.attached.forget(name);
  }

  isStaying(path: string): boolean {
    return this.attached.isStaying(path);
  }

  /** Finishes even if the client disconnects: the set will be needed again. */
  open(set: ColumnSetFile): Promise<JoinedColumnSet> {
    const open = this.attached.find(set.id);
    return open ? Promise.resolve(open) : this.opening.join(set.id, () => this.make(set));
  }

  private async make(set: ColumnSetFile): Promise<AttachedSet> {
    const { shelf, engine, isUsed, log } = this.options;
    await engine();
    const open = await this.attached.findSettled(set.id);
    if (open) return open;
    const path = shelf.pathOf(set.id, NO_VERSION);
    const kept = (await shelf.has(path)) ? await this.attach(set, path) : undefined;
    if (kept) return kept;
    const startedMs = performance.now();
    const unfinished = shelf.newPath(path);
    await this.build(set, unfinished);
    await shelf.put(unfinished, path, (used) => isUsed(used) || this.isStaying(used));
    log.info({ columnSetId: set.id, tookMs: performance.now() - startedMs }, "column set copied");
    const made = await this.attach(set, path);
    if (!made) throw new Error("a column set that was just copied cannot be read");
    return made;
  }

  private async build(set: ColumnSetFile, path: string): Promise<void> {
    const { storage, threads, memoryBytes, queries } = this.options;
    const parquetPath = `${path}.parquet`;
    try {
      await download(await storage.getObject(set.objectKey), parquetPath, set.sha256);
      const input = { parquetPath, path, columns: set.columns, threads, memoryBytes };
      await queries.items.call(engineCalls.buildColumnSet, input);
    } catch (error) {
      await removeReplica(path);
      throw error;
    } finally {
      await rm(parquetPath, { force: true });
    }
  }

  /** Undefined when the file is unreadable or has another format version; it is then deleted. */
  private async attach({ id }: ColumnSetFile, path: string): Promise<AttachedSet | undefined> {
    const { engine, log, shelf, clock } = this.options;
    this.names += 1;
    const name = `k${this.names}`;
    try {
      const about = await (await engine()).attach(name, path);
      const set = { ...joinableSet(id, name, about), key: id, path };
      this.attached.add(set);
      await shelf.touch(path, clock());
      return set;
    } catch (error) {
      if (!(error instanceof UnreadableReplica)) throw error;
      log.warn({ err: error, path }, "column set could not be opened and is copied again");
      await removeReplica(path);
      return undefined;
    }
  }
}

/** Refuses bytes that are not those that were written. */
const download = async (body: NodeJS.ReadableStream, path: string, sha256: string): Promise<void> => {
  const hashed = createHash("sha256");
  const noting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hashed.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(body, noting, createWriteStream(path, { mode: 0o600 }));
  if (hashed.digest("hex") !== sha256) throw new Error("the file of a column set is not the one that was written");
};
