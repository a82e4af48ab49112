import { randomUUID } from "node:crypto";
import type { PermissionCode } from "@dailies/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { aCaller, type Caller } from "../../testing/builders/a-caller.ts";
import { aCustomer, type TestCustomer } from "../../testing/builders/credits/a-customer.ts";
import { eventually } from "../../testing/eventually.ts";
import { runApp } from "../../testing/rigs/start-app.ts";
import { SETTINGS } from "../settings/index.ts";

const API = "/api_v1/admin/user";
const FLAGS: readonly PermissionCode[] = [
  "MAGI_MODIFY_CREDITS",
  "MAGI_VIEW_USER_INFO",
  "MAGI_VIEW_CONSUMPTIONS",
  "MAGI_VIEW_SUBSCRIPTIONS",
  "MAGI_VIEW_PAYMENTS",
  "MAGI_UGC_AUDIT",
  "MAGI_UPLOAD_ASSETS",
];
const running = runApp();
let user: TestCustomer;
let callers: Map<string, Caller>;

beforeAll(async () => {
  user = await aCustomer(running.current.db);
  callers = new Map();
  for (const flag of FLAGS) callers.set(flag, await aCaller(running.current, { role: "partner", permissions: [flag] }));
});

const grant = () => ({
  user_email: user.email,
  amount: 1,
  category: "promo",
  reason: "a small one",
  idempotency_key: randomUUID(),
});
const LOOKING = FLAGS.filter((flag) => flag !== "MAGI_UGC_AUDIT" && flag !== "MAGI_UPLOAD_ASSETS");
const CALLS: readonly (readonly [readonly string[], string, (caller: Caller) => Promise<{ status: number }>])[] = [
  [["MAGI_MODIFY_CREDITS"], "grant", (caller) => caller.post(`${API}/grant_credits`, grant())],
  [["MAGI_MODIFY_CREDITS", "MAGI_VIEW_USER_INFO"], "credits", (caller) => caller.get(`${API}/credits/${user.email}`)],
  [LOOKING, "search", (caller) => caller.get(`${API}/search?q=e`)],
  [["MAGI_VIEW_CONSUMPTIONS"], "transaction", (caller) => caller.get(`${API}/transaction?user_email=${user.email}`)],
  [["MAGI_VIEW_SUBSCRIPTIONS"], "plan", (caller) => caller.get(`${API}/plan?user_email=${user.email}`)],
  [["MAGI_VIEW_PAYMENTS"], "order", (caller) => caller.get(`${API}/order?user_email=${user.email}`)],
  [["MAGI_UGC_AUDIT"], "favourites", (caller) => caller.post("/api_v1/admin/content/favorites", {})],
  [["MAGI_UPLOAD_ASSETS"], "upload", (caller) => caller.get("/api_v1/asset/mine?id=x")],
  [[], "unsubscribe", (caller) => caller.post("/api_v1/user/unsubscribe", {})],
  [[], "requests", (caller) => caller.get(`${API}/grant_request`)],
];
const whoPasses = async (): Promise<string[]> => {
  const passed: string[] = [];
  for (const [, call, act] of CALLS) {
    for (const [flag, caller] of callers) if ((await act(caller)).status !== 403) passed.push(`${call} by ${flag}`);
  }
  return passed;
};

describe("a single flag of the platform", () => {
  it("opens nothing until fine-grained administration is on, and then its own calls only", async () => {
    expect(await whoPasses()).toEqual([]);
    const { settings } = running.current;
    const manager = await aCaller(running.current, { permissions: ["DYNAMIC_CONFIG_MANAGE"] });
    const { key } = SETTINGS.fineGrainedAdmin;
    const body = { key, schema: { type: "boolean" }, value: true };
    expect((await manager.post("/api_v1/config/create", body)).status).toBe(200);
    const published = { key, expected_version: 1, comment: "go" };
    expect((await manager.post("/api_v1/config/publish", published)).status).toBe(200);
    await eventually(() => settings.get(SETTINGS.fineGrainedAdmin) || undefined);
    expect(await whoPasses()).toEqual(CALLS.flatMap(([flags, call]) => flags.map((flag) => `${call} by ${flag}`)));
  });
});
