import { text } from "node:stream/consumers";
import type { Db } from "../../platform/db/database.ts";
import { countOf, type InstallationCheck } from "../../platform/installation-check.ts";
import type { ObjectStorage } from "../../platform/s3/object-storage.ts";
import { isKnownSound, type KnownHead, verifyChain } from "./verify-chain.ts";

const HEADS_FOLDER = "history/";
const HEADS_AT_ONCE = 1_000;

type Storage = Pick<ObjectStorage, "listObjects" | "getObject">;

interface ExportedHead extends KnownHead {
  readonly key: string;
}

async function* readHeads(storage: Storage): AsyncGenerator<ExportedHead> {
  for (let after: string | undefined; ; ) {
    const page = await storage.listObjects(HEADS_FOLDER, { after, limit: HEADS_AT_ONCE });
    for (const { key } of page) {
      const head = JSON.parse(await text(await storage.getObject(key))) as KnownHead;
      yield { key, seq: head.seq, hash: head.hash };
    }
    if (page.length < HEADS_AT_ONCE) return;
    after = page.at(-1)?.key;
  }
}

/** Verifies the hash chain of the history from its first entry, and compares it with the heads that were exported. */
export const historyCheck = (db: Db, storage: Storage): InstallationCheck => ({
  name: "history",
  run: async function* () {
    const { entries, firstBroken } = await verifyChain(db);
    if (firstBroken !== undefined)
      yield `entry ${firstBroken} of the history is missing, was changed, or does not follow the entry before it`;
    let heads = 0;
    for await (const { key, seq, hash } of readHeads(storage)) {
      heads += 1;
      if (seq === 0 || (await isKnownSound(db, { seq, hash }))) continue;
      yield seq > entries
        ? `the history ends at entry ${entries}, and ${key} was exported at entry ${seq}: the entries between them are lost`
        : `entry ${seq} of the history is not the one that ${key} was exported at`;
    }
    return `${countOf(entries, "entry", "entries")} and ${countOf(heads, "exported head")}`;
  },
});
