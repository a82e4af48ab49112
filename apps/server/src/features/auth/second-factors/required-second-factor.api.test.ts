import { describe, expect, it } from "vitest";
import { programContext } from "../../../request-context.ts";
import { aCaller } from "../../../testing/builders/a-caller.ts";
import { eventually } from "../../../testing/eventually.ts";
import { browserOf, enrolPasskey, softwarePasskey } from "../../../testing/outsiders/software-authenticator.ts";
import { runApp } from "../../../testing/rigs/start-app.ts";
import { provisionSetting, SETTINGS } from "../../settings/index.ts";
import { sealTotpSecret } from "./spend-second-factor.ts";
import { stepAt, totpAt } from "./totp.rules.ts";

const running = runApp();

const requireSecondFactor = async (isRequired: boolean): Promise<void> => {
  const { db, clock, settings } = running.current;
  await provisionSetting(db, programContext("test", "test", clock.now()), SETTINGS.secondFactorRequired, isRequired);
  await eventually(() => settings.get(SETTINGS.secondFactorRequired) === isRequired || undefined);
};

describe("with auth.second_factor_required", () => {
  it("a holder of MAGI_ADMIN can only set up a second factor, and then everything; others notice nothing", async () => {
    const { db, clock, config } = running.current;
    const admin = await aCaller(running.current, { permissions: ["MAGI_ADMIN"] });
    const other = await aCaller(running.current, { permissions: ["DYNAMIC_CONFIG_MANAGE"] });
    expect((await admin.get("/api_v1/admin/approval")).status).toBe(200);
    await requireSecondFactor(true);

    const held = { status: 403, body: { code: "second_factor_needed" } };
    expect(await admin.get("/api_v1/admin/approval")).toMatchObject(held);
    expect(await admin.get("/api_v1/search?q=some")).toMatchObject(held);
    expect((await admin.get("/api/auth/me")).body).toMatchObject({ must_set_up_second_factor: true });
    expect((await other.get("/api_v1/search?q=some")).status).toBe(200);
    expect((await other.get("/api/auth/me")).body).toMatchObject({ must_set_up_second_factor: false });

    expect((await admin.post("/api/auth/second_factor/totp/start", undefined)).status).toBe(200);
    expect(await admin.get("/api_v1/admin/approval")).toMatchObject(held);
    const secret = Buffer.alloc(20, 7);
    const sealed_secret = sealTotpSecret(config.secretKeys, admin.id, secret);
    await db.updateTable("totp_factor").set({ sealed_secret }).where("user_id", "=", admin.id).execute();
    const code = totpAt(secret, stepAt(clock.now()));
    expect((await admin.post("/api/auth/second_factor/totp/confirm", { totp: code })).status).toBe(200);
    expect((await admin.get("/api_v1/admin/approval")).status).toBe(200);
    await requireSecondFactor(false);
  });

  it("a passkey opens everything to such a holder, and its removal closes it again", async () => {
    const manager = await aCaller(running.current, { permissions: ["USER_MANAGE_W"] });
    const browser = browserOf(running.current, manager.cookies);
    await requireSecondFactor(true);
    const held = { status: 403, body: { code: "second_factor_needed" } };
    expect(await browser.get("/sessions")).toMatchObject(held);
    expect((await browser.get("/passkeys")).status).toBe(200);
    const enrolled = await enrolPasskey(browser, softwarePasskey(running.current.config.publicOrigin));
    expect(enrolled.status).toBe(200);
    expect((await browser.get("/sessions")).status).toBe(200);
    const { id } = enrolled.body.passkey as { id: string };
    const [recovery_code] = enrolled.body.recovery_codes as string[];
    expect((await browser.post(`/passkeys/${id}/remove`, { recovery_code })).status).toBe(200);
    await eventually(async () => (await browser.get("/sessions")).status === 403 || undefined);
    await requireSecondFactor(false);
  });
});
