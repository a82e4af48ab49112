import { createHash, randomBytes, randomUUID } from "node:crypto";
import { PERMISSION_CODES, SERVICE_SCOPES } from "@dailies/contract";
import {
  createServiceSeal,
  provisionServiceCredential,
  type ServiceKey,
} from "../../apps/server/src/features/service-api/index.ts";
import type { SecretKeys } from "../../apps/server/src/platform/crypto/secret-keys.ts";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import { programContext } from "../../apps/server/src/request-context.ts";

/** The last one is not a user but a product backend that signs its requests. */
export const PEOPLE = ["anonymous", "external", "developer", "administrator", "service"] as const;
export type PersonName = (typeof PEOPLE)[number];

const DAY_MS = 86_400_000;

/** The users behind the names; `anonymous` and `service` have none. */
export const insertPeople = async (db: Db): Promise<Map<PersonName, string>> => {
  const ids = new Map<PersonName, string>();
  for (const name of PEOPLE.filter((each) => each !== "anonymous" && each !== "service")) {
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

/** A key with every scope. */
export const mintServiceKey = async (db: Db, secretKeys: SecretKeys): Promise<ServiceKey> => {
  const context = programContext("fuzzing", "fuzzing", new Date());
  const input = { name: "fuzzing", scopes: SERVICE_SCOPES };
  const seal = createServiceSeal(secretKeys);
  const { credential, secret } = await provisionServiceCredential({ db, seal }, context, input);
  return { keyId: credential.key_id, secret };
};

/** A live session, written like a sign-in. */
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
