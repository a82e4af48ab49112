import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { aUser } from "../../../testing/builders/a-user.ts";
import { fakeClock } from "../../../testing/fake-clock.ts";
import { testDatabase } from "../../../testing/test-database.ts";
import { sweepSignInsActivities } from "./sweep-sign-ins.activities.ts";

const database = testDatabase();
const clock = fakeClock();
type Swept =
  | "session"
  | "sign_in_code"
  | "passkey_challenge"
  | "sign_on_attempt"
  | "sign_on_logout"
  | "sign_in_throttle";
const count = async (table: Swept) =>
  (await database.current.db.selectFrom(table).select(sql<number>`count(*)::int`.as("rows")).executeTakeFirstOrThrow())
    .rows;

beforeAll(async () => {
  const { db } = database.current;
  const user = await aUser(db);
  const now = clock.now().toISOString();
  await sql`
    insert into session (id, token_hash, user_id, user_agent, network, signed_in_at, created_at, last_seen_at, expires_at)
    select gen_random_uuid(), sha256(n::text::bytea), ${user.id}, '', '', ${now}, ${now}, ${now},
      ${now}::timestamptz + (n - 1500) * interval '1 second' from generate_series(1, 1502) n`.execute(db);
  await sql`
    insert into sign_in_code (id, request_hash, email, created_at, expires_at)
    select gen_random_uuid(), sha256(n::text::bytea), 'a@b.test', ${now},
      ${now}::timestamptz + (n - 2) * interval '1 second' from generate_series(1, 3) n`.execute(db);
  await sql`
    insert into passkey_challenge (token_hash, challenge_hash, purpose, created_at, expires_at)
    select sha256(n::text::bytea), sha256('asked'), 'sign_in', ${now}::timestamptz - interval '1 minute',
      ${now}::timestamptz + (n - 2) * interval '1 second' from generate_series(1, 3) n`.execute(db);
  await sql`
    insert into sign_on_attempt (token_hash, purpose, return_path, created_at, expires_at)
    select sha256(n::text::bytea), 'sign_in', '', ${now}::timestamptz - interval '1 minute',
      ${now}::timestamptz + (n - 2) * interval '1 second' from generate_series(1, 3) n`.execute(db);
  await sql`
    insert into sign_on_logout (token_hash, expires_at)
    select sha256(n::text::bytea), ${now}::timestamptz + (n - 2) * interval '1 second' from generate_series(1, 3) n`.execute(
    db,
  );
  await sql`
    insert into sign_in_throttle (key_hash, attempts, window_ends_at)
    select sha256(n::text::bytea), 1, ${now}::timestamptz + (n - 2) * interval '1 second' from generate_series(1, 3) n`.execute(
    db,
  );
});

const counts = async () => ({
  sessions: await count("session"),
  codes: await count("sign_in_code"),
  challenges: await count("passkey_challenge"),
  attempts: await count("sign_on_attempt"),
  logouts: await count("sign_on_logout"),
  throttles: await count("sign_in_throttle"),
});

describe("sweeping", () => {
  it("deletes what has expired in batches of a thousand, and nothing else", async () => {
    const { sweepSignInsBatch } = sweepSignInsActivities({ db: database.current.db, clock: clock.now });
    expect(await sweepSignInsBatch()).toBe(true);
    expect(await counts()).toEqual({ sessions: 502, codes: 1, challenges: 1, attempts: 1, logouts: 1, throttles: 1 });
    expect(await sweepSignInsBatch()).toBe(false);
    expect(await counts()).toEqual({ sessions: 2, codes: 1, challenges: 1, attempts: 1, logouts: 1, throttles: 1 });
    expect(await sweepSignInsBatch()).toBe(false);
  });
});
