import { randomUUID } from "node:crypto";
import { type PermissionCode, scimConfig, scimError, scimUser, scimUserList } from "@dailies/contract";
import { describe, expect, it } from "vitest";
import { aCaller, cookiesOf } from "../../../testing/builders/a-caller.ts";
import { aUser } from "../../../testing/builders/a-user.ts";
import { useSignOn } from "../../../testing/rigs/sign-on/use-sign-on.ts";
import { type Answer, type Call, type RunningApp, runApp } from "../../../testing/rigs/start-app.ts";
import { listOperations } from "../../operation-log/index.ts";

const TOKEN = "a-token-of-the-directory-for-tests-only";
const USERS = "/api_v1/scim/v2/Users";
const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

const { running, linkedUser, eventsOf } = await useSignOn({}, { scimToken: TOKEN });
const withoutAccounts = runApp((config) => ({ ...config, scimToken: TOKEN }));
const off = runApp();

const send = (app: RunningApp, path: string, call: Call = {}): Promise<Answer> =>
  app.call(path, {
    ...call,
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    headers: {
      authorization: `Bearer ${TOKEN}`,
      "content-type": "application/scim+json",
      "sec-fetch-site": "cross-site",
      ...call.headers,
    },
  });
const scim = (path: string, call?: Call): Promise<Answer> => send(running.current, path, call);
const find = (filter: string): Promise<Answer> => scim(`${USERS}?filter=${encodeURIComponent(filter)}`);

const patchOf = (...operations: object[]): Call => ({
  method: "PATCH",
  body: { schemas: [PATCH_OP], Operations: operations },
});
/** As Entra ID and Okta write it. */
const ENTRA_DISABLES = patchOf({ op: "Replace", path: "active", value: "False" });
const OKTA_ENABLES = patchOf({ op: "replace", value: { active: true } });

const isEnabled = async (id: string): Promise<boolean> => {
  const users = running.current.db.selectFrom("console_user").select("is_enabled").where("id", "=", id);
  return (await users.executeTakeFirstOrThrow()).is_enabled;
};
const opsOf = async (id: string) =>
  (await listOperations(running.current.db, `user:${id}`, { limit: 10 })).items.map(
    ({ op_type, user_name, meta, reason }) => ({ op_type, user_name, meta, reason }),
  );

/** A refusal in the form of the standard, with this status. */
const expectRefusal = ({ status, body, headers }: Answer, expected: number, scimType?: string): string => {
  expect([status, headers["content-type"]]).toEqual([expected, "application/scim+json"]);
  const refusal = scimError.strict().parse(body);
  expect([refusal.status, refusal.scimType]).toEqual([`${expected}`, scimType]);
  return refusal.detail;
};

describe("finding accounts by SCIM", () => {
  it("says what is supported", async () => {
    const { status, body, headers } = await scim("/api_v1/scim/v2/ServiceProviderConfig");
    expect([status, headers["content-type"]]).toEqual([200, "application/scim+json"]);
    expect(scimConfig.strict().parse(body)).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
  });

  it("finds an account by its user name in any case, or by its subject, and by nothing else", async () => {
    const { user, account } = await linkedUser();
    const { email } = await running.current.db
      .selectFrom("console_user")
      .select("email")
      .where("id", "=", user.id)
      .executeTakeFirstOrThrow();
    for (const filter of [`userName eq "${user.username.toUpperCase()}"`, `externalId eq "${account}"`]) {
      const { status, body } = await find(filter);
      expect(status).toBe(200);
      expect(scimUserList.strict().parse(body)).toMatchObject({
        totalResults: 1,
        itemsPerPage: 1,
        Resources: [{ id: user.id, userName: user.username, externalId: account, active: true }],
      });
    }
    for (const filter of [`userName eq "${email}"`, `externalId eq "${user.username}"`, 'userName eq "\\u0000"'])
      expect((await find(filter)).body).toMatchObject({ totalResults: 0, Resources: [] });
    expectRefusal(await find(`emails.value eq "${email}"`), 400, "invalidFilter");
  });

  it("lists page by page, counting from one", async () => {
    await aUser(running.current.db);
    const all = scimUserList.strict().parse((await scim(USERS)).body);
    const second = scimUserList.strict().parse((await scim(`${USERS}?startIndex=2&count=1&attributes=id`)).body);
    expect(second).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 1 });
    expect(second.Resources).toEqual(all.Resources.slice(1, 2));
    expectRefusal(await scim(`${USERS}?count=many`), 400, "invalidValue");
  });

  it("reads one, at the address that it names", async () => {
    const user = await aUser(running.current.db);
    const { body } = await scim(`${USERS}/${user.id}`);
    const { meta } = scimUser.strict().parse(body);
    expect(new URL(meta.location).pathname).toBe(`${USERS}/${user.id}`);
    expectRefusal(await scim(`${USERS}/${randomUUID()}`), 404);
  });
});

describe("somebody who leaves", () => {
  it("is disabled by Entra ID, loses all sessions, and is found in the history and among the security events", async () => {
    const { user } = await linkedUser();
    const cookies = await cookiesOf(running.current, user.id);
    const { status, body } = await scim(`${USERS}/${user.id}`, ENTRA_DISABLES);
    expect(status).toBe(200);
    expect(scimUser.strict().parse(body)).toMatchObject({ id: user.id, active: false });
    expect((await running.current.call("/api/auth/me", { cookies })).status).toBe(401);
    expect(await eventsOf(user.id)).toEqual(["account_disabled null"]);
    expect(await opsOf(user.id)).toEqual([
      {
        op_type: "Update_user",
        user_name: "SCIM provisioning",
        meta: { username: user.username, is_enabled: { from: true, to: false }, granted: [], revoked: [] },
        reason: "the directory of the company",
      },
    ]);
  });

  it("is disabled by Okta, by a replacement and by a deletion, and comes back; what is so already changes nothing", async () => {
    const user = await aUser(running.current.db, { permissions: ["USER_MANAGE_R"] });
    const path = `${USERS}/${user.id}`;
    const acts: [call: Call, status: number, isEnabledAfter: boolean][] = [
      [patchOf({ op: "replace", value: { active: false } }), 200, false],
      [ENTRA_DISABLES, 200, false],
      [OKTA_ENABLES, 200, true],
      [{ method: "PUT", body: { userName: "another", active: false, emails: [], password: "x" } }, 200, false],
      [{ method: "PUT", body: { active: "True" } }, 200, true],
      [{ method: "PUT", body: { displayName: "Another" } }, 200, true],
      [{ method: "DELETE" }, 204, false],
    ];
    for (const [call, status, isEnabledAfter] of acts) {
      const answer = await scim(path, call);
      expect([answer.status, await isEnabled(user.id)]).toEqual([status, isEnabledAfter]);
    }
    expect((await scim(path)).body).toMatchObject({
      userName: user.username,
      emails: [{ value: user.email }],
      displayName: "Test User",
    });
    expect(await eventsOf(user.id)).toEqual(
      ["disabled", "enabled", "disabled", "enabled", "disabled"].map((kind) => `account_${kind} null`),
    );
    expect(await opsOf(user.id)).toHaveLength(5);
  });

  it("is disabled although the same request changes what is the console's own", async () => {
    const user = await aUser(running.current.db);
    const mixed = patchOf(
      { op: "Replace", path: 'emails[type eq "work"].value', value: "thief@example.test" },
      { op: "Replace", path: "active", value: "False" },
    );
    const { status, body } = await scim(`${USERS}/${user.id}`, mixed);
    expect([status, body.active]).toEqual([200, false]);
    expect(JSON.stringify(body)).not.toContain("thief");
  });

  it("stays while nobody else could give access", async () => {
    const { db } = withoutAccounts.current;
    const codes: PermissionCode[] = ["USER_MANAGE_W", "PERM_MANAGE_W", "MAGI_ADMIN"];
    const admin = await aUser(db, { permissions: codes });
    const cookies = await cookiesOf(withoutAccounts.current, admin.id);
    for (const call of [ENTRA_DISABLES, { method: "DELETE" } as const])
      expect(expectRefusal(await send(withoutAccounts.current, `${USERS}/${admin.id}`, call), 409)).toContain(
        "nobody would be left",
      );
    expect((await withoutAccounts.current.call("/api/auth/me", { cookies })).status).toBe(200);
    const { items } = await listOperations(db, `user:${admin.id}`, { limit: 5 });
    expect(items).toEqual([]);
    await aUser(db, { permissions: codes });
    expect((await send(withoutAccounts.current, `${USERS}/${admin.id}`, ENTRA_DISABLES)).status).toBe(200);
  });

  it("does not come back with a right that a second person has to give", async () => {
    const user = await aUser(running.current.db, { permissions: ["MAGI_ADMIN"], isEnabled: false });
    expect(expectRefusal(await scim(`${USERS}/${user.id}`, OKTA_ENABLES), 403)).toContain("MAGI_ADMIN");
    expect(await isEnabled(user.id)).toBe(false);
  });

  it("stays when the request cannot be read", async () => {
    const user = await aUser(running.current.db);
    const path = `${USERS}/${user.id}`;
    expectRefusal(await scim(path, patchOf({ op: "replace", path: "active", value: "no" })), 400, "invalidValue");
    expectRefusal(
      await scim(path, { method: "PATCH", headers: { "content-type": "text/plain" } }),
      400,
      "invalidSyntax",
    );
    expect((await scim(path, patchOf({ op: "add", value: { nickName: "x".repeat(70_000) } }))).status).toBe(413);
    expectRefusal(await scim(`${USERS}/${randomUUID()}`, ENTRA_DISABLES), 404);
    expect(await isEnabled(user.id)).toBe(true);
  });
});

describe("making accounts by SCIM", () => {
  const newUser = (name: string, domain = "example.test") => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    userName: name,
    externalId: "an id of the directory",
    name: { givenName: "Nia", familyName: "New" },
    emails: [{ primary: true, type: "work", value: `${name}@${domain}` }],
    active: true,
    password: "a password of the directory",
    roles: [{ value: "MAGI_ADMIN" }],
  });

  it("makes one without rights and password for an address of the domain, once", async () => {
    const call = { method: "POST", body: newUser("nia") } as const;
    const { status, body, headers } = await scim(USERS, call);
    expect(status).toBe(201);
    const { id, meta } = scimUser.strict().parse(body);
    expect(headers.location).toBe(meta.location);
    const columns = ["username", "realname", "user_role", "password_hash"] as const;
    const users = running.current.db.selectFrom("console_user").select(columns).where("id", "=", id);
    expect(await users.executeTakeFirst()).toEqual({
      username: "nia",
      realname: "Nia New",
      user_role: "developer",
      password_hash: null,
    });
    expect(await opsOf(id)).toMatchObject([{ op_type: "Create_user", user_name: "SCIM provisioning" }]);
    expectRefusal(await scim(USERS, call), 409, "uniqueness");
    expect(await running.current.db.selectFrom("console_user_permission").where("user_id", "=", id).execute()).toEqual(
      [],
    );
  });

  it("makes none beyond what the operator allows", async () => {
    const elsewhere = { method: "POST", body: newUser("nils", "elsewhere.test") } as const;
    expect(expectRefusal(await scim(USERS, elsewhere), 403)).toContain("no account");
    expectRefusal(await send(withoutAccounts.current, USERS, { method: "POST", body: newUser("noa") }), 403);
  });
});

describe("the token of the directory", () => {
  it("is the only way in: no session opens these routes, and without a token there are none", async () => {
    const { cookies } = await aCaller(running.current, { permissions: ["MAGI_ADMIN", "USER_MANAGE_W"] });
    const user = await aUser(running.current.db);
    for (const authorization of ["", "Bearer", "Basic x", `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`]) {
      for (const [path, call] of [
        [USERS, {}],
        [`${USERS}/${user.id}`, ENTRA_DISABLES],
        [`${USERS}/${user.id}`, { method: "DELETE" }],
      ] as const) {
        const from = `10.8.${Math.floor(Math.random() * 250)}.1`;
        const answer = await scim(path, { ...call, cookies, from, headers: { authorization } });
        expectRefusal(answer, 401);
        expect(answer.headers["www-authenticate"]).toBe("Bearer");
      }
    }
    expect(await isEnabled(user.id)).toBe(true);
    for (const path of [USERS, `${USERS}/${user.id}`, "/api_v1/scim/v2/ServiceProviderConfig"])
      expect((await send(off.current, path, { cookies })).status).toBe(404);
  });

  it("is refused more shortly after too many wrong ones, each of which is a security event, while the right one works", async () => {
    const from = "10.7.0.1";
    const ask = (token: string) => scim(USERS, { from, headers: { authorization: `Bearer ${token}` } });
    const network = running.current.db.selectFrom("security_event").select("kind").where("network", "=", "10.7.0.0/24");
    for (let attempt = 0; attempt < 20; attempt += 1) expect((await ask(`wrong-${attempt}`)).status).toBe(401);
    const throttled = await ask("wrong");
    expectRefusal(throttled, 429);
    expect(Number(throttled.headers["retry-after"])).toBeGreaterThan(0);
    expect((await network.execute()).map(({ kind }) => kind)).toEqual(Array(20).fill("provisioning_refused"));
    expect((await ask(TOKEN)).status).toBe(200);
  });
});
