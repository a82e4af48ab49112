import { createHash, randomBytes, randomUUID } from "node:crypto";
import { PERMISSION_CODES } from "@dailies/contract";
import type { Db } from "../../apps/server/src/platform/database.ts";

export const PEOPLE = ["anonymous", "external", "developer", "administrator"] as const;
export type PersonName = (typeof PEOPLE)[number];

const DAY_MS = 86_400_000;

/** The users behind the names; `anonymous` has none. */
export const insertPeople = async (db: Db): Promise<Map<PersonName, string>> => {
  const ids = new Map<PersonName, string>();
  for (const name of PEOPLE.filter((each) => each !== "anonymous")) {
    const id = randomUUID();
    ids.set(name, id);
    const role = name === "external" ? "partner" : "developer";
    const user = { id, username: name, email: `${name}@example.com`, realname: name, user_role: role };
    await db.insertInto("console_user").values(user).execute();
    if (name !== "administrator") continue;
    await db
      .insertInto("console_user_permission")
      .values(PERMISSION_CODES.map((code) => ({ user_id: id, code })))
      .execute();
  }
  return ids;
};

/** A live session, written as a sign-in would write it. */
export const mintSession = async (db: Db, userId: string): Promise<string> => {
  const token = randomBytes(32).toString("base64url");
  const now = new Date();
  await db
    .insertInto("session")
    .values({
      id: randomUUID(),
      token_hash: createHash("sha256").update(token).digest(),
      user_id: userId,
      user_agent: "fuzzing",
      network: "127.0.0.0/24",
      signed_in_at: now,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + DAY_MS),
    })
    .execute();
  return token;
};
