import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Db } from "../../apps/server/src/platform/db/database.ts";
import type { Caller } from "./decide.ts";
import type { Code } from "./expectations/expectation.ts";
import { EIGHT_CODES, WRITE_CODES } from "./expectations/expectation.ts";

/** The key a service signs with. */
export interface SigningKey {
  readonly keyId: string;
  readonly secret: string;
}

export interface Principal {
  readonly name: string;
  readonly caller: Caller;
  readonly cookie: string | undefined;
  readonly key?: SigningKey;
  /** Differs from another principal only in write codes, which most routes never check. */
  readonly isForWritingOnly?: boolean;
}

const ROLES = ["developer", "partner"];
const COOKIE = "__Host-sid";
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A little more than a sign-in counts as fresh. */
const STALE_MS = 5 * 60_000 + 1_000;

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly role: string;
  /** Platform flags beside the codes that the expectations know. */
  readonly codes: readonly string[];
  readonly isEnabled: boolean;
  readonly token: string;
  readonly expiresAt: Date;
  readonly signedInAt: Date;
}

export const aPerson = (
  username: string,
  role: string,
  codes: Person["codes"],
  wishes: Partial<Person> = {},
): Person => ({
  id: randomUUID(),
  username,
  role,
  codes,
  isEnabled: true,
  token: randomBytes(32).toString("base64url"),
  expiresAt: new Date(Date.now() + DAY_MS),
  // The proof may take longer than a sign-in counts as fresh.
  signedInAt: new Date(Date.now() + HOUR_MS),
  ...wishes,
});

/** Which subsets of the eight codes are tried over HTTP. */
export type SubsetChoice = "telling" | "every";

const SUBSETS = 2 ** EIGHT_CODES.length;
const codesOf = (mask: number): Code[] => EIGHT_CODES.filter((_code, bit) => (mask & (1 << bit)) !== 0);

/** None, each code, each pair, all but one, and all: a decision by any code, or by two of them, differs among these. */
const isTelling = (mask: number): boolean => {
  const held = codesOf(mask).length;
  return held <= 2 || held >= EIGHT_CODES.length - 1;
};

/** One user for each chosen subset of the eight codes in each of the two roles. */
const peopleBySet = (choice: SubsetChoice): Person[] => {
  const masks = Array.from({ length: SUBSETS }, (_, mask) => mask).filter(
    (mask) => choice === "every" || isTelling(mask),
  );
  return ROLES.flatMap((role) => masks.map((mask) => aPerson(`${role}-${mask}`, role, codesOf(mask))));
};

/** The same users with each of the write codes, and users who hold everything. */
const peopleWithWriting = (choice: SubsetChoice): Person[] => [
  ...WRITE_CODES.flatMap((code) => peopleBySet(choice).map((person) => withCodes(person, `holds-${code}`, [code]))),
  ...ROLES.map((role) => aPerson(`${role}-everything`, role, [...EIGHT_CODES, ...WRITE_CODES])),
];

const withCodes = ({ username, role, codes }: Person, suffix: string, added: readonly Code[]): Person =>
  aPerson(`${username}-${suffix}`, role, [...codes, ...added]);

export const insertPeople = async (db: Db, people: readonly Person[]): Promise<void> => {
  const now = new Date();
  await db
    .insertInto("console_user")
    .values(
      people.map(({ id, username, role, isEnabled }) => ({
        id,
        username,
        email: `${username}@example.com`,
        realname: username,
        user_role: role,
        is_enabled: isEnabled,
      })),
    )
    .execute();
  const held = people.flatMap(({ id, codes }) => codes.map((code) => ({ user_id: id, code })));
  await db.insertInto("console_user_permission").values(held).execute();
  const sessions = people.map(({ id, token, expiresAt, signedInAt }) => ({
    id: randomUUID(),
    token_hash: createHash("sha256").update(token).digest(),
    user_id: id,
    user_agent: "authorisation proof",
    network: "127.0.0.0/24",
    signed_in_at: signedInAt,
    created_at: now,
    last_seen_at: now,
    expires_at: expiresAt,
  }));
  await db.insertInto("session").values(sessions).execute();
};

const withCookie = (name: string, caller: Caller, token: string): Principal => ({
  name,
  caller,
  cookie: `${COOKIE}=${token}`,
});

export const signedIn = ({ username, role, codes, token }: Person): Principal =>
  withCookie(username, { role, holds: new Set(codes as readonly Code[]) }, token);

/**
 * A signed-in user for each chosen subset, more for the routes that check write codes, and the five ways of not being signed
 * in. All of them are real rows where rows exist.
 */
export const makePrincipals = async (db: Db, choice: SubsetChoice): Promise<Principal[]> => {
  const people = peopleBySet(choice);
  const writers = peopleWithWriting(choice);
  const expired = aPerson("expired", "developer", EIGHT_CODES, { expiresAt: new Date(Date.now() - 1_000) });
  const disabled = aPerson("disabled", "developer", EIGHT_CODES, { isEnabled: false });
  const loggedOut = aPerson("logged-out", "developer", EIGHT_CODES);
  await insertPeople(db, [...people, ...writers, expired, disabled, loggedOut]);
  await db.deleteFrom("session").where("user_id", "=", loggedOut.id).execute();
  return [
    ...people.map(signedIn),
    ...writers.map((person) => ({ ...signedIn(person), isForWritingOnly: true })),
    { name: "nobody", caller: "stranger", cookie: undefined },
    withCookie("garbage", "stranger", "admin"),
    withCookie("expired", "stranger", expired.token),
    withCookie("logged out", "stranger", loggedOut.token),
    withCookie("disabled", "stranger", disabled.token),
  ];
};

/** With every code and with none, in both roles, and signed in too long ago for what needs a fresh sign-in. */
export const makeStalePrincipals = async (db: Db): Promise<Principal[]> => {
  const signedInAt = new Date(Date.now() - STALE_MS);
  const people = ROLES.flatMap((role) => [
    aPerson(`${role}-stale`, role, [...EIGHT_CODES, ...WRITE_CODES], { signedInAt }),
    aPerson(`${role}-stale-0`, role, [], { signedInAt }),
  ]);
  await insertPeople(db, people);
  return people.map(signedIn);
};
