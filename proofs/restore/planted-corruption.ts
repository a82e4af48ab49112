// Corruption that the checks must find: a ledger row, a stored object, and a copy in the backup.
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import type { ObjectStorage } from "../../apps/server/src/platform/s3/object-storage.ts";
import { asOwner } from "../../apps/server/src/testing/template-database.ts";
import type { Seeded } from "../seeded.ts";
import { runCommand } from "./backup-command.ts";

export interface Corrupted {
  readonly environment: NodeJS.ProcessEnv;
  readonly ownerUrl: string;
  readonly db: Db;
  readonly storage: ObjectStorage;
  readonly copies: string;
  readonly random: Seeded;
}

const flip = (content: Buffer, random: Seeded): Buffer => {
  const at = random.below(content.length);
  content[at] = (content[at] ?? 0) ^ (1 << random.below(8));
  return content;
};

/** As somebody with the rights of the owner could. */
const changeMovement = async ({ db, ownerUrl }: Corrupted): Promise<string> => {
  const { rows } = await sql<{ name: string; account_id: string; seq: string }>`
    select tableoid::regclass::text as name, account_id::text, seq::text from credit_movement limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the ledger is empty");
  const { name, account_id, seq } = row;
  await asOwner(
    ownerUrl,
    `begin; alter table ${name} disable trigger user;
     update ${name} set d_available = d_available + 1 where account_id = ${account_id} and seq = ${seq};
     alter table ${name} enable trigger user; commit`,
  );
  return `account ${account_id}:`;
};

const changeObject = async ({ db, storage, random }: Corrupted): Promise<string> => {
  const { rows } = await sql<{ key: string }>`
    select object_key as key from asset_version where object_key like 'media/drill/%' limit 1`.execute(db);
  const key = rows[0]?.key ?? "";
  const content = await buffer(await storage.getObject(key));
  await storage.putObject(key, flip(content, random), { contentType: "video/mp4" });
  return key;
};

const changeCopy = async ({ copies, random }: Corrupted): Promise<void> => {
  const found = await readdir(copies, { recursive: true, withFileTypes: true });
  const file = random.pick(
    found.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name)),
  );
  await writeFile(file, flip(await readFile(file), random));
};

/** Returns one sentence for each that was not found. */
export const plantCorruption = async (corrupted: Corrupted, print: (line: string) => void): Promise<string[]> => {
  const { environment } = corrupted;
  const planted = [
    { what: "a changed movement of the ledger", says: await changeMovement(corrupted) },
    { what: "a changed byte of a stored clip", says: await changeObject(corrupted) },
  ];
  await changeCopy(corrupted);
  const verified = await runCommand("admin", ["verify-installation"], environment);
  const checked = await runCommand("backup", ["check"], environment);
  const all = [
    ...planted.map(({ what, says }) => ({ what, isFound: verified.status === 1 && verified.output.includes(says) })),
    {
      what: "a changed byte of a copy in the backup",
      isFound: checked.status === 1 && checked.output.includes("the copy is damaged"),
    },
  ];
  for (const { what, isFound } of all) print(`  planted ${what}: ${isFound ? "found" : "NOT FOUND"}`);
  return all.filter(({ isFound }) => !isFound).map(({ what }) => `${what} was not found`);
};
