import { describe, expect, it } from "vitest";
import { aCaller } from "../../../testing/builders/a-caller.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";

const running = runApp();
const HOUR_MS = 3_600_000;
const aManager = () => aCaller(running.current, { permissions: ["USER_MANAGE_W"] });

describe("inviting again", () => {
  it("asks for a mail, writes the history, and stops after three in an hour", async () => {
    const manager = await aManager();
    const { db } = running.current;
    const user = await aUser(db);
    const invite = () => manager.post("/api_v1/user/invite", { id: user.id });
    for (let i = 0; i < 3; i++) expect((await invite()).status).toBe(200);
    const refused = await invite();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_000);
    const started = await db.selectFrom("outbox").select("workflow_id").execute();
    expect(new Set(started.map(({ workflow_id }) => workflow_id)).size).toBe(3);
    const { items } = await listOperations(db, `user:${user.id}`, { limit: 10 });
    expect(items.map(({ op_type }) => op_type)).toEqual(["Invite_user", "Invite_user", "Invite_user"]);
    running.current.clock.advance(HOUR_MS + 1);
    expect((await (await aManager()).post("/api_v1/user/invite", { id: user.id })).status).toBe(200);
  });

  it("is not for those who have a password, are disabled or do not exist", async () => {
    const manager = await aManager();
    const { db } = running.current;
    const settled = await aUser(db, { password: "a long enough passphrase" });
    const disabled = await aUser(db, { isEnabled: false });
    const nobody = "019a0000-0000-7000-8000-000000000001";
    const answers = [settled.id, disabled.id, nobody].map((id) => manager.post("/api_v1/user/invite", { id }));
    const [first, second, third] = await Promise.all(answers);
    expect(first).toMatchObject({ status: 409, body: { detail: expect.stringContaining("has a password") } });
    expect(second).toMatchObject({ status: 409, body: { detail: expect.stringContaining("is disabled") } });
    expect(third?.status).toBe(404);
  });
});
