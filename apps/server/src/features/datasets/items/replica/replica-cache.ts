import { readdir, rename, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { makeOwnFolder } from "../../../../platform/own-folder.ts";
import { isAlive } from "../../../../platform/processes/process-state.ts";
import { removeReplica } from "./replica-file.ts";

/** `<dataset>.<version>.replica`, or `<column set>.0.replica`; an unfinished file has the builder's process id appended. */
const FINISHED = /^[0-9a-f-]{36}\.\d+\.replica$/;
const UNFINISHED = /^[0-9a-f-]{36}\.\d+\.replica\.making\.(\d+)\.\d+(?:\.parquet)?$/;

export interface ShelvedReplica {
  readonly path: string;
  readonly sizeBytes: number;
  readonly usedAtMs: number;
}

/** The replicas on the local disk, an LRU cache limited by size. */
export class ReplicaCache {
  readonly folder: string;
  readonly limitBytes: number;
  private made = 0;

  constructor(folder: string, limitBytes: number) {
    this.folder = folder;
    this.limitBytes = limitBytes;
  }

  pathOf(datasetId: string, version: number): string {
    return join(this.folder, `${datasetId}.${version}.replica`);
  }

  /** A unique name in the same folder, so that the finished file can be renamed atomically. */
  newPath(finished: string): string {
    this.made += 1;
    return `${finished}.making.${process.pid}.${this.made}`;
  }

  async put(unfinished: string, finished: string, isUsed: (path: string) => boolean): Promise<void> {
    await rename(unfinished, finished);
    await this.makeRoom((path) => path === finished || isUsed(path));
  }

  async has(path: string): Promise<boolean> {
    return stat(path).then(
      () => true,
      () => false,
    );
  }

  /** Updates the file time, so that the LRU order survives a restart. */
  async touch(path: string, at: Date): Promise<void> {
    await utimes(path, at, at);
  }

  async list(): Promise<ShelvedReplica[]> {
    const names = (await readdir(this.folder)).filter((name) => FINISHED.test(name));
    const found = names.map(async (name) => {
      const path = join(this.folder, name);
      const { size, mtimeMs } = await stat(path);
      return { path, sizeBytes: size, usedAtMs: mtimeMs };
    });
    return Promise.all(found);
  }

  async makeRoom(isUsed: (path: string) => boolean): Promise<void> {
    const replicas = (await this.list()).sort((a, b) => a.usedAtMs - b.usedAtMs);
    let heldBytes = replicas.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    for (const { path, sizeBytes } of replicas) {
      if (heldBytes <= this.limitBytes) return;
      if (isUsed(path)) continue;
      await removeReplica(path);
      heldBytes -= sizeBytes;
    }
  }

  /** Removes unfinished files of dead processes. */
  async prepare(): Promise<void> {
    await makeOwnFolder(this.folder);
    for (const name of await readdir(this.folder)) {
      const pid = Number(UNFINISHED.exec(name)?.[1]);
      if (pid > 0 && pid !== process.pid && !isAlive(pid)) await removeReplica(join(this.folder, name));
    }
    await this.makeRoom(() => false);
  }
}
