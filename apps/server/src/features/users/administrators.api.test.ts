import { PERMISSION_CODES } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { type RunningApp, runApp } from "../../testing/rigs/start-app.ts";
import { verifyChain } from "../operation-log/index.ts";
import { GUARDED_CODES } from "./users.rules.ts";

const running = runApp();

/** A seeded random generator: a failing seed can be run again. */
const choices = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
};

/** Removes all other holders directly in the database, without signing in. */
const startOver = async ({ db }: RunningApp, admins: readonly Caller[]): Promise<void> => {
  const ids = admins.map(({ id }) => id);
  await db.deleteFrom("console_user_permission").where("user_id", "not in", ids).execute();
};

const enabledHolders = (code: string) =>
  running.current.db
    .selectFrom("console_user_permission as p")
    .innerJoin("console_user as u", "u.id", "p.user_id")
    .select("u.id")
    .where("p.code", "=", code)
    .where("u.is_enabled", "=", true)
    .execute();

const attack = (by: Caller, target: Caller, kind: number) => {
  const edit = { id: target.id, expected_version: 1 };
  const all = [...PERMISSION_CODES];
  if (kind === 0) return by.post("/api_v1/user/update", { ...edit, is_enabled: false });
  if (kind === 1) return by.post("/api_v1/user/update", { ...edit, perms: [] });
  if (kind === 2) return by.post("/api_v1/user/update", { ...edit, user_role: "partner", is_enabled: false });
  const change = { changes: [{ ...edit, add: [], remove: kind === 3 ? all : ["MAGI_ADMIN"] }], reason: "" };
  return by.post(kind === 3 ? "/api_v1/perm/change" : "/api_v1/perm/change_flags", change);
};

/** As many as the server has connections: more would wait for one, and on a busy machine too long. */
const AT_ONCE = 10;

describe("administrators who turn on each other and on themselves", () => {
  it.each([1, 2, 3, 4, 5, 6])("leave at least one of them, and nobody changes themselves (seed %i)", async (seed) => {
    const choose = choices(seed);
    const count = 2 + choose(5);
    const admins: Caller[] = [];
    for (let i = 0; i < count; i++) admins.push(await aCaller(running.current, { permissions: PERMISSION_CODES }));
    await startOver(running.current, admins);
    const attempts = Array.from({ length: 50 }, () => {
      const by = admins[choose(count)] as Caller;
      const target = admins[choose(count)] as Caller;
      return { by, target, kind: choose(5) };
    });
    const answers = [];
    for (let from = 0; from < attempts.length; from += AT_ONCE) {
      const wave = attempts.slice(from, from + AT_ONCE).map(async (attempt) => {
        const { by, target, kind } = attempt;
        return { by, target, ...(await attack(by, target, kind)) };
      });
      answers.push(...(await Promise.all(wave)));
    }

    // An overloaded server may reply 503, which changes nothing either.
    expect(answers.filter(({ status }) => ![200, 401, 403, 409, 503].includes(status))).toEqual([]);
    expect(answers.filter(({ by, target, status }) => by === target && status === 200)).toEqual([]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    for (const code of GUARDED_CODES) expect(await enabledHolders(code)).not.toEqual([]);
    expect((await verifyChain(running.current.db)).firstBroken).toBeUndefined();
  });

  it("cannot remove the last holder of a guarded code, by any of the ways", async () => {
    const manager = await aCaller(running.current, { permissions: ["USER_MANAGE_W", "PERM_MANAGE_W"] });
    const last = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
    await startOver(running.current, [manager, last]);
    const edit = { id: last.id, expected_version: 1 };
    const taken = { changes: [{ ...edit, add: [], remove: ["MAGI_ADMIN"] }], reason: "" };
    const row = `${last.username},${last.email},Test User,developer,`;
    const { body: preview } = await manager.post("/api_v1/user/import_check", {
      csv: `username,email,realname,user_role,perms\n${row}`,
    });
    const answers = [
      await manager.post("/api_v1/user/update", { ...edit, is_enabled: false }),
      await manager.post("/api_v1/user/update", { ...edit, perms: [] }),
      await manager.post("/api_v1/perm/change", taken),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(409);
      expect(body.detail).toContain("nobody would be left who holds MAGI_ADMIN");
    }
    expect(preview.counts).toMatchObject({ refused: 1, update: 0 });
  });

  it("are protected by the database itself, whichever program writes to it", async () => {
    const last = await aCaller(running.current, { permissions: PERMISSION_CODES });
    await startOver(running.current, [last]);
    const { db } = running.current;
    const lost = { code: "DA001", message: expect.stringContaining("nobody would be left who holds") };
    const disabling = db.updateTable("console_user").set({ is_enabled: false }).where("id", "=", last.id);
    await expect(disabling.execute()).rejects.toMatchObject(lost);
    for (const code of GUARDED_CODES) {
      const taking = db.deleteFrom("console_user_permission").where("user_id", "=", last.id).where("code", "=", code);
      await expect(taking.execute()).rejects.toMatchObject(lost);
    }
    const removing = db.deleteFrom("console_user").where("id", "=", last.id);
    await expect(removing.execute()).rejects.toMatchObject(lost);
  });

  it("act on what they hold at that moment, not on what they held when they asked", async () => {
    const admin = await aCaller(running.current, { permissions: PERMISSION_CODES });
    const demoted = await aCaller(running.current, { permissions: PERMISSION_CODES });
    const victim = await aCaller(running.current);
    expect((await demoted.get("/api/auth/me")).status).toBe(200);
    expect((await admin.post("/api_v1/user/update", { id: demoted.id, expected_version: 1, perms: [] })).status).toBe(
      200,
    );
    // The session cache may still hold the old rights for a moment.
    const late = await demoted.post("/api_v1/user/update", { id: victim.id, expected_version: 1, is_enabled: false });
    expect(late.status).toBe(403);
  });
});
