import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { World } from "../harness/data-world.ts";

const LOOK_MS = 100;

export interface IndexWatch {
  /** Breaches that were seen until now. */
  readonly stop: () => Promise<string[]>;
  readonly looks: () => number;
}

/** While a package is written, looks again and again whether a trainer could already open it. */
export const watchIndex = ({ data: { db, storage } }: World, id: string, folder: string): IndexWatch => {
  const breaches = new Set<string>();
  let [isOver, looks] = [false, 0];
  const look = async (): Promise<void> => {
    const index = await storage.headObject(`${folder}index.json`);
    if (!index) return;
    // The index was there before this was read, so everything that it names has to be written by now.
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from package_shard
      where package_id = ${id} and written_at is null`.execute(db);
    if ((rows[0]?.waiting ?? 0) > 0) breaches.add(`${folder}: readable while ${rows[0]?.waiting} shards were missing`);
  };
  const running = (async () => {
    while (!isOver) {
      // Storage and PostgreSQL are killed on purpose in the meantime: such a look saw nothing.
      const hasLooked = await look().then(
        () => true,
        () => false,
      );
      if (hasLooked) looks += 1;
      await sleep(LOOK_MS);
    }
  })();
  return {
    looks: () => looks,
    stop: async () => {
      isOver = true;
      await running;
      return [...breaches];
    },
  };
};
