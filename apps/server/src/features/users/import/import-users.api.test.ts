import { IMPORT_MAX_ROWS } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../../testing/builders/a-caller.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations, verifyChain } from "../../operation-log/index.ts";

const running = runApp();
const HEADER = "username,email,realname,user_role,perms";
const MANAGER_HOLDS = ["USER_MANAGE_R", "USER_MANAGE_W", "USE_VERSION_1_0", "MAGI_VIEW_PAYMENTS"] as const;
const aManager = () => aCaller(running.current, { permissions: MANAGER_HOLDS });
const csvOf = (...lines: string[]) => [HEADER, ...lines].join("\n");
const check = (as: Caller, csv: string) => as.post("/api_v1/user/import_check", { csv });
const apply = (as: Caller, csv: string, digest: unknown) => as.post("/api_v1/user/import_apply", { csv, digest });

interface Row {
  line: number;
  action: string;
  notes: string[];
  perms: string[];
}
const rowsOf = (body: Record<string, unknown>) => body.rows as Row[];

describe("the preview of an import", () => {
  it("says for each line what would happen and why not, and changes nothing", async () => {
    const manager = await aManager();
    const { db } = running.current;
    const rita = await aUser(db, { username: "rita", realname: "Rita", permissions: ["MAGI_VIEW_PAYMENTS"] });
    await aUser(db, { username: "owner" });
    await aUser(db, { username: "same", realname: "Same", role: "rater" });
    const csv = csvOf(
      'new-one,new-one@dailies.test,"Comma, Quote ""Q""",labeller,USE_VERSION_1_0 USE_VERSION_1_0',
      "RITA,Rita@dailies.test,Rita R.,rater,MAGI_VIEW_PAYMENTS USE_VERSION_1_0",
      "same,same@dailies.test,Same,rater,",
      "thief,owner@dailies.test,Thief,rater,",
      "owner,elsewhere@dailies.test,Same,rater,",
      "beyond,beyond@dailies.test,Beyond,rater,MAGI_ADMIN",
      "unknown,unknown@dailies.test,Unknown,rater,NO_SUCH_CODE",
      "bad name,not-an-address,,Rater,",
      "short,short@dailies.test",
      `${manager.username},${manager.email},Test User,developer,USER_MANAGE_R`,
      "new-one,other@dailies.test,Twice,rater,",
    );
    const { status, body } = await check(manager, csv);
    expect(status).toBe(200);
    expect(rowsOf(body).map(({ line, action }) => [line, action])).toEqual([
      [2, "create"],
      [3, "update"],
      [4, "unchanged"],
      ...[5, 6, 7, 8, 9, 10, 11, 12].map((line) => [line, "refused"]),
    ]);
    expect(body.counts).toEqual({ create: 1, update: 1, unchanged: 1, refused: 8 });
    expect(rowsOf(body).map(({ notes }) => notes)).toEqual([
      [],
      ["realname: Rita → Rita R.", "user_role: developer → rater", "gives USE_VERSION_1_0"],
      [],
      ["email: belongs to 'owner'"],
      ["username: 'owner' has another e-mail address"],
      [expect.stringContaining("not MAGI_ADMIN")],
      ["perms: there is no permission called NO_SUCH_CODE"],
      [
        expect.stringMatching(/^username:/),
        expect.stringMatching(/^email:/),
        expect.stringMatching(/^realname:/),
        expect.stringMatching(/^user_role:/),
      ],
      expect.arrayContaining(["2 fields, the header has 5"]),
      [expect.stringContaining("your own")],
      ["username: already on line 2"],
    ]);
    const found = await manager.get("/api_v1/user/list?q=new-one");
    expect(found.body.total).toBe(0);
    expect((await manager.get(`/api_v1/user/info?id=${rita.id}`)).body.version).toBe(1);
  });

  it("leaves permissions alone when the file has no column for them", async () => {
    const manager = await aManager();
    await aUser(running.current.db, { username: "holder", realname: "H", permissions: ["MAGI_VIEW_PAYMENTS"] });
    const { body } = await check(
      manager,
      "realname,username,user_role,email\r\nHolder,holder,rater,holder@dailies.test\r\n",
    );
    expect(rowsOf(body)[0]).toMatchObject({ action: "update", perms: ["MAGI_VIEW_PAYMENTS"] });
    expect(rowsOf(body)[0]?.notes.join()).not.toContain("takes");
  });

  it.each([
    ["choose a file", ""],
    ["missing: username", "name,email\na,b"],
    ["unknown: colour", `${HEADER},colour\n`],
    ["twice: perms", `${HEADER},perms\n`],
    ["no lines below", HEADER],
    ["line 2", `${HEADER}\n"a`],
    ["at most 5000", csvOf(...Array.from({ length: IMPORT_MAX_ROWS + 1 }, () => "a,b,c,d,"))],
  ])("refuses a file that cannot be read: %s", async (words, csv) => {
    const { status, body } = await check(await aManager(), csv);
    expect(status).toBe(422);
    expect(JSON.stringify(body.detail)).toContain(words);
  });
});

describe("an import", () => {
  it("does what the preview said, invites those it creates and writes one entry for each and one for all", async () => {
    const manager = await aManager();
    const { db } = running.current;
    const old = await aUser(db, {
      username: "imp-old",
      realname: "Old",
      role: "rater",
      permissions: ["USE_VERSION_1_0"],
    });
    const csv = csvOf(
      "imp-new,imp-new@dailies.test,Import New,labeller,USE_VERSION_1_0",
      "imp-old,imp-old@dailies.test,Older,rater,",
      "imp-bad,imp-bad@dailies.test,Bad,rater,NO_SUCH_CODE",
    );
    const { body: preview } = await check(manager, csv);
    const { status, body } = await apply(manager, csv, preview.digest);
    expect(status).toBe(200);
    expect(body.counts).toEqual({ create: 1, update: 1, unchanged: 0, refused: 1 });

    const listed = (await manager.get("/api_v1/user/list?q=imp-")).body.items as Record<string, unknown>[];
    expect(listed).toEqual([
      expect.objectContaining({ username: "imp-new", perms: ["USE_VERSION_1_0"], version: 1, is_password_set: false }),
      expect.objectContaining({ username: "imp-old", realname: "Older", perms: [], version: 2 }),
    ]);
    const started = await db
      .selectFrom("outbox")
      .select("input")
      .where("workflow_type", "=", "sendInvitation")
      .execute();
    expect(started.map(({ input }) => input)).toEqual([{ userId: listed[0]?.id }]);
    const ofOld = await listOperations(db, `user:${old.id}`, { limit: 5 });
    expect(ofOld.items[0]?.meta).toMatchObject({
      revoked: ["USE_VERSION_1_0"],
      realname: { from: "Old", to: "Older" },
    });
    const ofAll = await listOperations(db, `import:${String(preview.digest)}`, { limit: 5 });
    expect(ofAll.items).toEqual([
      expect.objectContaining({ op_type: "Import_users", meta: { created: 1, updated: 1, lines: 3 } }),
    ]);
    expect((await apply(manager, csv, preview.digest)).status).toBe(409);
    expect((await verifyChain(db)).firstBroken).toBeUndefined();
  });

  it("keeps to who is there when two people make the same one at once", async () => {
    const [one, two] = [await aManager(), await aManager()];
    const csv = csvOf(...Array.from({ length: 40 }, (_, i) => `twin-${i},twin-${i}@dailies.test,Twin,rater,`));
    const previews = [await check(one, csv), await check(two, csv)];
    expect(previews[0]?.body.digest).toBe(previews[1]?.body.digest);
    const answers = await Promise.all([one, two].map((manager) => apply(manager, csv, previews[0]?.body.digest)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await one.get("/api_v1/user/list?q=twin-")).body.total).toBe(40);
  });

  it("is refused when a user, the file or the rights have changed since the preview", async () => {
    const manager = await aManager();
    const { db } = running.current;
    await aUser(db, { username: "moved", realname: "Moved", role: "rater" });
    const csv = csvOf("moved,moved@dailies.test,Moved On,rater,", "moved-new,moved-new@dailies.test,New,rater,");
    const { body: preview } = await check(manager, csv);
    expect((await apply(manager, csv.replace("Moved On", "Mover"), preview.digest)).status).toBe(409);
    await db.updateTable("console_user").set({ version: 2 }).where("username", "=", "moved").execute();
    const late = await apply(manager, csv, preview.digest);
    expect(late.status).toBe(409);
    expect(late.body.detail).toContain("since the preview");
    expect((await manager.get("/api_v1/user/list?q=moved-new")).body.total).toBe(0);
  });

  it("takes five thousand users at once", async () => {
    const manager = await aManager();
    const lines = Array.from(
      { length: IMPORT_MAX_ROWS },
      (_, i) => `bulk-${i},bulk-${i}@dailies.test,Bulk Person Number ${i},labeller,USE_VERSION_1_0 USER_MANAGE_R`,
    );
    const csv = csvOf(...lines);
    const { body: preview } = await check(manager, csv);
    expect(preview.counts).toMatchObject({ create: IMPORT_MAX_ROWS, refused: 0 });
    const { status } = await apply(manager, csv, preview.digest);
    expect(status).toBe(200);
    expect((await manager.get("/api_v1/user/list?q=bulk-&perm=USER_MANAGE_R")).body.total).toBe(IMPORT_MAX_ROWS);
    expect((await verifyChain(running.current.db)).firstBroken).toBeUndefined();
  });
});
