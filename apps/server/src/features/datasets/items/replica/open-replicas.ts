import { DomainError } from "../../../../errors.ts";
import { SingleFlight } from "../../../../platform/concurrency/single-flight.ts";
import { ColumnSetFiles } from "../column-sets/column-set-files.ts";
import { withColumnSets } from "../column-sets/join-column-sets.ts";
import type { ItemQueries } from "../item-queries.ts";
import { AttachedReplicas } from "./attached-replicas.ts";
import { engineCalls } from "./engine/engine-calls.ts";
import { openReplicaEngine, type ReplicaEngine } from "./engine/replica-engine.ts";
import type { JoinedColumnSet, MeasuredColumn, Replica, ReplicaSource, Replicas, ReplicasOptions } from "./replica.ts";
import { ReplicaCache } from "./replica-cache.ts";
import { deriveColumns, type ReplicaStats } from "./replica-columns.ts";
import { type ReplicaAbout, ReplicaTooLarge, removeReplica, UnreadableReplica } from "./replica-file.ts";

const INLINE_ROWS = 100_000;
const WAIT_FOR_WHOLE_MS = 1_000;
/** Backoff after a failed build, whose cause rarely disappears at once. */
const REST_MS = 60_000;

export const openReplicas = (options: ReplicasOptions): Replicas => new ReplicaRegistry(options);

class ReplicaRegistry implements Replicas {
  private readonly options: ReplicasOptions;
  private readonly shelf: ReplicaCache;
  private readonly attached: AttachedReplicas;
  private readonly sets: ColumnSetFiles;
  private readonly opening = new SingleFlight<Replica>();
  /** No retry before this time; infinite for a replica larger than the whole cache. */
  private readonly hopelessUntilMs = new Map<string, number>();
  private readonly closing = new AbortController();
  private started: Promise<ReplicaEngine> | undefined;
  /** Files of the first rows by name: they stay until they are detached, for a process that is started again. */
  private readonly beginnings = new Map<string, string>();
  private names = 0;

  constructor(options: ReplicasOptions) {
    this.options = options;
    this.shelf = new ReplicaCache(options.folder, options.limitBytes);
    this.attached = new AttachedReplicas((name) => this.detach(name), options.log);
    this.sets = new ColumnSetFiles({
      ...options,
      shelf: this.shelf,
      engine: () => this.engine(),
      isUsed: (path) => this.attached.isStaying(path),
    });
  }

  engine(): Promise<ReplicaEngine> {
    this.started ??= this.start();
    return this.started;
  }

  peek(source: ReplicaSource): Replica | undefined {
    return this.attached.find(keyOf(source));
  }

  async open(source: ReplicaSource, signal: AbortSignal): Promise<Replica> {
    const replica = await this.openItems(source, signal);
    const { sets } = await this.openSets(source);
    return withColumnSets(replica, sets);
  }

  async openWhole(source: ReplicaSource, signal: AbortSignal): Promise<Replica> {
    const replica = await this.openWholeItems(source, signal);
    return withColumnSets(replica, await Promise.all(source.columnSets.map((set) => this.sets.open(set))));
  }

  /** Sets that cannot be read now are left out, because they must not make the items unreadable. */
  async openSets({ columnSets }: ReplicaSource): Promise<Pick<Replica, "sets" | "byName">> {
    const opened = columnSets.map(async (set): Promise<JoinedColumnSet[]> => {
      try {
        return [await this.sets.open(set)];
      } catch (error) {
        this.options.log.warn({ err: error, columnSetId: set.id }, "column set could not be opened");
        return [];
      }
    });
    const sets = (await Promise.all(opened)).flat();
    return { sets, byName: new Map(sets.flatMap(({ columns }) => columns.map((column) => [column.name, column]))) };
  }

  private async openItems(source: ReplicaSource, signal: AbortSignal): Promise<Replica> {
    const whole = this.attached.find(keyOf(source));
    if (whole) return whole;
    if (source.items <= this.inlineRows) return this.openWholeItems(source, signal);
    if (this.isHopeless(keyOf(source))) return this.openBeginning(source, signal);
    const made = this.openWholeItems(source, this.closing.signal);
    made.catch(() => undefined);
    const first = await Promise.race([made.catch(() => undefined), after(WAIT_FOR_WHOLE_MS)]);
    return first ?? this.openBeginning(source, signal);
  }

  private openWholeItems(source: ReplicaSource, signal: AbortSignal): Promise<Replica> {
    const key = keyOf(source);
    const open = this.attached.find(key);
    if (open) return Promise.resolve(open);
    const isLarge = source.items > this.inlineRows;
    // Finish a large build even if the client disconnects: it will be needed again.
    return this.opening.join(key, () => this.make(source, isLarge), isLarge ? undefined : signal);
  }

  private openBeginning(source: ReplicaSource, signal: AbortSignal): Promise<Replica> {
    const key = `${keyOf(source)}:beginning`;
    const open = this.attached.find(key);
    if (open) return Promise.resolve(open);
    return this.opening.join(key, () => this.makeBeginning(source, key), signal);
  }

  async close(): Promise<void> {
    this.closing.abort();
    if (this.started) await (await this.started).close();
    for (const path of this.beginnings.values()) await removeReplica(path);
  }

  private isHopeless(key: string): boolean {
    return (this.hopelessUntilMs.get(key) ?? 0) > performance.now();
  }

  private get inlineRows(): number {
    return this.options.inlineRows ?? INLINE_ROWS;
  }

  private async start(): Promise<ReplicaEngine> {
    await this.shelf.prepare();
    const { folder, threads, memoryBytes, queries } = this.options;
    const forget = (name: string): void => {
      this.attached.forget(name);
      this.sets.forget(name);
    };
    return openReplicaEngine({ folder, threads, memoryBytes, processes: queries.items, onLost: forget });
  }

  private async make(source: ReplicaSource, isLarge: boolean): Promise<Replica> {
    await this.engine();
    const open = await this.attached.findSettled(keyOf(source));
    if (open) return open;
    const path = this.shelf.pathOf(source.datasetId, source.version);
    const kept = (await this.shelf.has(path)) ? await this.attach(source, path, keyOf(source)) : undefined;
    if (kept) return kept;
    const unfinished = this.shelf.newPath(path);
    const startedMs = performance.now();
    try {
      await this.build(source, unfinished, isLarge ? "builds" : "items");
    } catch (error) {
      const restMs = error instanceof ReplicaTooLarge ? Number.POSITIVE_INFINITY : REST_MS;
      this.hopelessUntilMs.set(keyOf(source), performance.now() + restMs);
      await removeReplica(unfinished);
      throw error instanceof ReplicaTooLarge
        ? new DomainError("unavailable", "this dataset is too large to search here")
        : error;
    }
    await this.shelf.put(unfinished, path, (used) => this.attached.isStaying(used) || this.sets.isStaying(used));
    const { datasetId, version, items } = source;
    this.options.log.info({ datasetId, version, items, tookMs: performance.now() - startedMs }, "replica created");
    const replica = await this.attach(source, path, keyOf(source));
    if (!replica) throw new Error("a copy that was just made cannot be read");
    this.attached.drop(`${keyOf(source)}:beginning`);
    return replica;
  }

  private async makeBeginning(source: ReplicaSource, key: string): Promise<Replica> {
    await this.engine();
    const open = await this.attached.findSettled(key);
    if (open) return open;
    const path = this.shelf.newPath(this.shelf.pathOf(source.datasetId, source.version));
    try {
      await this.build(source, path, "items", this.inlineRows);
      const replica = await this.attach(source, path, key);
      if (!replica) throw new Error("a copy that was just made cannot be read");
      this.beginnings.set(replica.name, path);
      return replica;
    } catch (error) {
      await removeReplica(path);
      throw error;
    }
  }

  /** Millions of rows are copied in a process of their own, at a low priority. */
  private async build(
    source: ReplicaSource,
    path: string,
    where: keyof ItemQueries,
    maxRows?: number,
  ): Promise<ReplicaAbout> {
    const { limitBytes, threads, memoryBytes, queries, tableReader } = this.options;
    const input = { columns: source.columns, maxRows, maxBytes: limitBytes, threads, memoryBytes };
    const built = await tableReader.withTable(source, (table) =>
      queries[where].call(engineCalls.build, { table, path, input }, this.closing.signal),
    );
    if ("isTooLarge" in built) throw new ReplicaTooLarge();
    return built;
  }

  /** Undefined when the file is unreadable or has another format version; it is then deleted. */
  private async attach(source: ReplicaSource, path: string, key: string): Promise<Replica | undefined> {
    const engine = await this.engine();
    this.names += 1;
    const name = `l${this.names}`;
    const about = await engine.attach(name, path).catch((error: unknown) => {
      // Time, memory or file limits of the engine are no fault of the replica.
      if (!(error instanceof UnreadableReplica)) throw error;
      this.options.log.warn({ err: error, path }, "replica could not be opened and is rebuilt");
      return undefined;
    });
    if (!about) {
      await removeReplica(path);
      return undefined;
    }
    const byName = new Map(measure(about).map((column) => [column.name, column]));
    const replica = { name, key, path, rows: about.rows, isWhole: about.rows === source.items, byName, sets: [] };
    this.attached.add(replica);
    if (replica.isWhole) await this.shelf.touch(path, this.options.clock());
    return replica;
  }

  private async detach(name: string): Promise<void> {
    if (this.closing.signal.aborted) return;
    await (await this.engine()).detach(name);
    const beginning = this.beginnings.get(name);
    this.beginnings.delete(name);
    if (beginning !== undefined) await removeReplica(beginning);
  }
}

const NOTHING: ReplicaStats = { nulls: 0, distinct: 0, min: null, max: null };
const measure = ({ columns, stats }: ReplicaAbout): MeasuredColumn[] =>
  [...columns, ...deriveColumns(columns)].map((column, at) => ({ ...column, stats: stats[at] ?? NOTHING }));

const keyOf = ({ datasetId, version }: ReplicaSource): string => `${datasetId}/${version}`;

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, undefined).unref();
  });
