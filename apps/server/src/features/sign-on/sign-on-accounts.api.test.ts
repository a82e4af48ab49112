import { describe, expect, it } from "vitest";
import { SESSION_COOKIE } from "../../http/security/cookies.ts";
import { aCaller, cookiesOf } from "../../testing/builders/a-caller.ts";
import { aUser } from "../../testing/builders/a-user.ts";
import { useSignOn } from "../../testing/rigs/sign-on/use-sign-on.ts";
import { listOperations } from "../operation-log/index.ts";

const { running, options, provider, aPerson, start, signOn, linkedUser, heldBy, eventsOf, meOf } = await useSignOn();
const byGroup = await useSignOn({ signOn: { newAccounts: "group" }, hasClaimsInIdToken: true });
const withoutNew = await useSignOn({ signOn: { newAccounts: "off" } });

describe("an account made by single sign-on", () => {
  it("is made once for a verified address of the domain, with the codes of its groups", async () => {
    const account = aPerson({ groups: ["video-leads", "others"] });
    const [first, second] = [await signOn(account), await signOn(account)];
    expect(first.landing).toBe("/#/login?sign_on=signed_in");
    const me = await meOf(second.cookies);
    expect(me.body).toMatchObject({
      username: account,
      realname: expect.stringMatching(/^Person/),
      is_password_set: false,
      perms: ["USER_MANAGE_R", "USE_VERSION_1_0"],
    });
    const { id } = await running.current.db
      .selectFrom("console_user")
      .select("id")
      .where("username", "=", account)
      .executeTakeFirstOrThrow();
    const { items } = await listOperations(running.current.db, `user:${id}`, { limit: 5 });
    expect(items.map(({ op_type }) => op_type)).toEqual(["Change_permissions", "Create_user"]);
  });

  it("is not made for an address that the provider has not verified, or of another domain", async () => {
    for (const [claims, why] of [
      [{ email_verified: false }, "unverified_email"],
      [{ email_verified: "true" }, "unverified_email"],
      [{ email: "a@elsewhere.test" }, "unknown_account"],
      [{ email: "a@example.test.evil.test" }, "unknown_account"],
    ] as const) {
      expect((await signOn(aPerson(claims))).landing).toBe(`/#/login?sign_on=${why}`);
    }
  });

  it("is made for members of a mapped group only, or for nobody, as the operator decides", async () => {
    const [member, stranger, nobody] = [
      byGroup.aPerson({ groups: ["admins"] }),
      byGroup.aPerson({ groups: ["Admins", "/admins"] }),
      byGroup.aPerson(),
    ];
    const { landing, cookies } = await byGroup.signOn(member);
    expect(landing).toBe("/#/login?sign_on=signed_in");
    expect((await byGroup.meOf(cookies)).body.perms).toEqual(["MAGI_ADMIN"]);
    for (const account of [stranger, nobody])
      expect((await byGroup.signOn(account)).landing).toBe("/#/login?sign_on=unknown_account");
    const member2 = withoutNew.aPerson({ groups: ["admins"] });
    expect((await withoutNew.signOn(member2)).landing).toBe("/#/login?sign_on=unknown_account");
    const { user, account } = await withoutNew.linkedUser();
    expect((await withoutNew.meOf((await withoutNew.signOn(account)).cookies)).body.username).toBe(user.username);
  });

  it("never takes over the account with the same address", async () => {
    const { db } = running.current;
    const user = await aUser(db, { email: "victim@example.test", permissions: ["MAGI_ADMIN"] });
    const { landing, cookies } = await signOn(aPerson({ email: "Victim@Example.test" }));
    expect(landing).toBe("/#/login?sign_on=email_taken");
    expect(cookies[SESSION_COOKIE]).toBeUndefined();
    expect(await eventsOf(user.id)).toEqual([]);
  });

  it("gets another username when its own is taken", async () => {
    const name = "taken-name";
    await aUser(running.current.db, { username: name });
    const { cookies } = await signOn(aPerson({ preferred_username: name }));
    expect((await meOf(cookies)).body.username).toBe(`${name}-2`);
  });
});

describe("the groups of the provider", () => {
  it("give and take codes at each sign-in, and leave those that an administrator gave", async () => {
    const { user, account } = await linkedUser(["USER_MANAGE_R"], { groups: ["video-leads"] });
    await signOn(account);
    expect(await heldBy(user.id)).toEqual([
      { code: "USER_MANAGE_R", is_from_provider: false },
      { code: "USE_VERSION_1_0", is_from_provider: true },
    ]);
    const admin = await aCaller(running.current, { permissions: ["USER_MANAGE_R"] });
    const info = (await admin.get(`/api_v1/user/info?id=${user.id}`)).body as { held: object[] };
    expect(info.held).toMatchObject([
      { key: "USER_MANAGE_R", is_from_provider: false },
      { key: "USE_VERSION_1_0", is_from_provider: true, granted_by: null },
    ]);
    provider().people.set(account, { groups: [] });
    await signOn(account);
    expect(await heldBy(user.id)).toEqual([{ code: "USER_MANAGE_R", is_from_provider: false }]);
  });

  it("change nothing when the claim is missing", async () => {
    const { user, account } = await linkedUser([], { groups: "video-leads" });
    await signOn(account);
    const before = await heldBy(user.id);
    expect(before).toHaveLength(2);
    for (const claims of [{}, { groups: null }, { _claim_names: { groups: "src1" } }]) {
      provider().people.set(account, claims);
      expect((await signOn(account)).landing).toBe("/#/login?sign_on=signed_in");
      expect(await heldBy(user.id)).toEqual(before);
    }
  });

  it("do not take a guarded code from its last holder", async () => {
    const { db } = running.current;
    const { user, account } = await linkedUser([], { groups: ["admins"] });
    await signOn(account);
    const others = db.deleteFrom("console_user_permission").where("code", "=", "MAGI_ADMIN");
    await others.where("user_id", "!=", user.id).execute();
    provider().people.set(account, { groups: [] });
    expect((await signOn(account)).landing).toBe("/#/login?sign_on=signed_in");
    expect(await heldBy(user.id)).toEqual([{ code: "MAGI_ADMIN", is_from_provider: true }]);
    await aUser(db, { permissions: ["MAGI_ADMIN"] });
    await signOn(account);
    expect(await heldBy(user.id)).toEqual([]);
  });
});

describe("linking single sign-on", () => {
  it("begins and ends in one session after a fresh sign-in, ends the others, and is recorded", async () => {
    const user = await aCaller(running.current);
    const other = await cookiesOf(running.current, user.id);
    const account = aPerson();
    const begun = await start(user.cookies, "link");
    expect((await signOn(account, begun)).landing).toBe("/#/frog-home?sign_on=linked");
    const { items } = (await user.get("/api/auth/sign_on/identities")).body as { items: { id: string }[] };
    expect(items).toMatchObject([{ issuer: options.issuer, last_used_at: null }]);
    expect(await eventsOf(user.id)).toEqual(["sign_on_linked sign_on"]);
    expect((await running.current.call("/api/auth/me", { cookies: other })).status).toBe(401);
    expect((await meOf((await signOn(account)).cookies)).body.username).toBe(user.username);

    const unlinked = await user.post(`/api/auth/sign_on/identities/${items[0]?.id}/unlink`, undefined);
    expect(unlinked.status).toBe(200);
    expect(await eventsOf(user.id)).toContain("sign_on_unlinked sign_on");
    expect((await signOn(account)).landing).toBe("/#/login?sign_on=signed_in");
    const { items: log } = await listOperations(running.current.db, `user:${user.id}`, { limit: 5 });
    expect(log.map(({ op_type }) => op_type)).toEqual(["Unlink_sign_on", "Link_sign_on"]);
  });

  it("takes the codes of the groups with it", async () => {
    const { user, account } = await linkedUser(["MAGI_VIEW_PAYMENTS"], { groups: ["video-leads"] });
    const { cookies } = await signOn(account);
    expect(await heldBy(user.id)).toHaveLength(3);
    const [row] = await running.current.db
      .selectFrom("sign_on_identity")
      .select("id")
      .where("user_id", "=", user.id)
      .execute();
    const session = { [SESSION_COOKIE]: cookies[SESSION_COOKIE] ?? "" };
    const path = `/api/auth/sign_on/identities/${row?.id}/unlink`;
    expect((await running.current.call(path, { method: "POST", cookies: session })).status).toBe(200);
    expect(await heldBy(user.id)).toEqual([{ code: "MAGI_VIEW_PAYMENTS", is_from_provider: false }]);
  });

  it("is refused in another session, for an identity of somebody else, and for a second one", async () => {
    const { account: taken } = await linkedUser();
    const user = await aCaller(running.current);
    const begun = await start(user.cookies, "link");
    const another = { ...begun.cookies, ...(await cookiesOf(running.current, user.id)) };
    expect((await signOn(aPerson(), { ...begun, cookies: another })).landing).toBe("/#/frog-home?sign_on=expired");
    expect((await signOn(taken, await start(user.cookies, "link"))).landing).toBe(
      "/#/frog-home?sign_on=linked_elsewhere",
    );
    expect((await signOn(aPerson(), await start(user.cookies, "link"))).landing).toBe("/#/frog-home?sign_on=linked");
    expect((await signOn(aPerson(), await start(user.cookies, "link"))).landing).toBe(
      "/#/frog-home?sign_on=has_other_link",
    );
    running.current.clock.advance(6 * 60_000);
    const stale = await running.current.call("/api/auth/sign_on/link", { method: "POST", cookies: user.cookies });
    expect(stale.body.code).toBe("stale_sign_in");
  });
});
