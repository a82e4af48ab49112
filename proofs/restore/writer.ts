// Writes until the disaster, and remembers what was acknowledged and when.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { moveCredits } from "../../apps/server/src/features/credits/index.ts";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import { newId } from "../../apps/server/src/platform/ids.ts";
import type { ObjectStorage } from "../../apps/server/src/platform/s3/object-storage.ts";
import { aCustomer } from "../../apps/server/src/testing/builders/credits/a-customer.ts";
import type { Seeded } from "../seeded.ts";

export interface Write {
  readonly key: string;
  readonly acknowledgedMs: number;
}

export interface Writer {
  readonly accountId: bigint;
  /** In the order of their acknowledgement. */
  readonly writes: readonly Write[];
  readonly stop: () => Promise<void>;
}

interface WriterDeps {
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly ownerId: string;
  readonly random: Seeded;
}

const PAUSE_MS = 25;
/** Every so many movements, an asset with an object. */
const ASSET_EVERY = 5;
const ASSET_BYTES = 2_000;

/** First the object and then its row, as an upload. */
const writeAsset = async ({ db, storage, ownerId, random }: WriterDeps): Promise<void> => {
  const [id, content] = [newId(), random.bytes(ASSET_BYTES)];
  const sha256 = createHash("sha256").update(content).digest();
  const key = `media/drill/${id}`;
  await storage.putObject(key, content, { contentType: "video/mp4" });
  await db.transaction().execute(async (tx) => {
    await sql`insert into asset (id, owner_id, name, version, mime, kind, size_bytes, status, created_at, updated_at)
      values (${id}, ${ownerId}, 'clip.mp4', 1, 'video/mp4', 'video', ${content.length}, 'Ready', now(), now())`.execute(
      tx,
    );
    await sql`insert into asset_version (asset_id, version, mime, kind, size_bytes, status, sha256, bucket, object_key,
        created_at, created_by)
      values (${id}, 1, 'video/mp4', 'video', ${content.length}, 'Ready', ${sha256}, 'assets', ${key}, now(), 'drill')`.execute(
      tx,
    );
  });
};

export const startWriter = async (deps: WriterDeps): Promise<Writer> => {
  const { id: accountId } = await aCustomer(deps.db);
  const writes: Write[] = [];
  let isStopped = false;
  const write = async (): Promise<void> => {
    for (let n = 0; !isStopped; n++) {
      const key = `drill-${n}`;
      await moveCredits(deps.db, {
        accountId,
        actor: "drill",
        memo: {},
        key,
        kind: "grant",
        amount: 1,
        category: "paid",
      });
      writes.push({ key, acknowledgedMs: Date.now() });
      if (n % ASSET_EVERY === 0) await writeAsset(deps);
      await sleep(PAUSE_MS);
    }
  };
  // What fails at the disaster was not acknowledged.
  const running = write().catch((error: unknown) => {
    if (!isStopped) throw error;
  });
  return {
    accountId,
    writes,
    stop: () => {
      isStopped = true;
      return running;
    },
  };
};

/** The keys of the writes that the database has. */
export const listKept = async (db: Db, accountId: bigint): Promise<Set<string>> => {
  const { rows } = await sql<{ key: string }>`
    select key from credit_key where account_id = ${accountId.toString()}`.execute(db);
  return new Set(rows.map(({ key }) => key));
};
