import { inLanes } from "../concurrency/in-lanes.ts";
import { type BackupPass, idOf, type ObjectName, type ObjectVersion } from "./inventory.rules.ts";
import { dayOf } from "./inventory-log.ts";
import { type BackupSource, type ListedVersion, listVersions, openVersion } from "./listed-objects.ts";
import type { ObjectRepository } from "./object-repository.ts";

export interface BackupDeps {
  readonly repository: ObjectRepository;
  readonly sources: readonly BackupSource[];
  /** The time of the database, in a transaction whose record follows that time. */
  readonly markMoment: () => Promise<number>;
  /** Resolves when a restore of the database can reach the moment that was marked. */
  readonly untilReachable: () => Promise<void>;
  readonly clock: () => Date;
  /** Also records that most objects are gone. */
  readonly acceptsRemovals: boolean;
}

/** Most objects are gone, as from a storage that was lost: such a pass must not become the newest one. */
export class ObjectsGone extends Error {}

export interface BackedUp {
  readonly momentMs: number;
  readonly objects: number;
  readonly copied: number;
  readonly copiedBytes: number;
  readonly removed: number;
}

export interface ObjectBackup {
  /** Copies what is new, and then says that everything of the moment before the listing can be restored. */
  readonly run: () => Promise<BackedUp>;
}

const COPIES_AT_ONCE = 16;
/** Fewer may be gone because a small installation was tidied up. */
const MIN_SUSPICIOUS = 100;

const isSame = (known: ObjectVersion | undefined, listed: ListedVersion): boolean =>
  known !== undefined && known.etag === listed.etag && known.modifiedMs === listed.modifiedMs;

export const openObjectBackup = (deps: BackupDeps): ObjectBackup => {
  const { repository, sources, clock } = deps;
  const { log } = repository;
  let known: Map<string, ObjectVersion> | undefined;
  let revision: string | undefined;

  /** What the last pass saw. Read again only when another process has added one. */
  const readKnown = async (): Promise<Map<string, ObjectVersion>> => {
    if (known === undefined || revision !== (await log.revision())) known = await repository.latest();
    return known;
  };

  const copy = async (
    storage: BackupSource["storage"],
    listed: ListedVersion,
  ): Promise<{ version: ObjectVersion; isNew: boolean } | undefined> => {
    const opened = await openVersion(storage, listed);
    if (!opened) return undefined;
    const version = { ...listed, contentType: opened.contentType };
    const isNew = !(await repository.hasCopy(version));
    if (isNew) await repository.write(version, opened.content as AsyncIterable<Buffer>);
    else opened.content.destroy();
    return { version, isNew };
  };

  const run = async (): Promise<BackedUp> => {
    const before = await readKnown();
    // Of a pass that fails nothing is known.
    known = undefined;
    const momentMs = await deps.markMoment();
    const seen = new Set<string>();
    const changed: ObjectVersion[] = [];
    let [copied, copiedBytes] = [0, 0];
    for (const source of sources) {
      for await (const page of listVersions(source)) {
        for (const listed of page) seen.add(idOf(listed));
        const candidates = page.filter((listed) => !isSame(before.get(idOf(listed)), listed));
        await inLanes(candidates, COPIES_AT_ONCE, async (listed) => {
          const made = await copy(source.storage, listed);
          if (!made) return;
          changed.push(made.version);
          if (!made.isNew) return;
          copied += 1;
          copiedBytes += made.version.sizeBytes;
        });
      }
    }
    const removed: ObjectName[] = [...before.values()]
      .filter((version) => !seen.has(idOf(version)))
      .map(({ bucket, key }) => ({ bucket, key }));
    if (!deps.acceptsRemovals && removed.length >= MIN_SUSPICIOUS && removed.length > seen.size)
      throw new ObjectsGone(`${removed.length} objects are gone and ${seen.size} are left: nothing is recorded`);
    await deps.untilReachable();
    const pass = { momentMs, finishedMs: Math.max(clock().getTime(), momentMs), changed, removed };
    known = await keepPass(pass, before);
    revision = await log.revision();
    return { momentMs, objects: seen.size, copied, copiedBytes, removed: removed.length };
  };

  /** The first pass of a day lists everything, so that older days can be deleted. */
  const keepPass = async (
    pass: BackupPass,
    before: Map<string, ObjectVersion>,
  ): Promise<Map<string, ObjectVersion>> => {
    const day = dayOf(pass.momentMs);
    const isFirst = (await log.days()).at(-1) !== day;
    for (const version of pass.changed) before.set(idOf(version), version);
    for (const name of pass.removed) before.delete(idOf(name));
    await log.append(day, isFirst ? { ...pass, changed: [...before.values()] } : pass);
    return before;
  };

  return { run };
};
