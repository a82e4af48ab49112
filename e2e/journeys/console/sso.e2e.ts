import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  type OpenIdProvider,
  openProviderBrowser,
  type PersonClaims,
  startOpenIdProvider,
} from "../../../apps/server/src/testing/outsiders/openid-provider.ts";
import { currentRun } from "../../environment.ts";
import { ownPermissions } from "../../fixtures/call.ts";
import { REFUSED_AS_STRANGER } from "../../fixtures/page-faults.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

const UNVERIFIED = "The answer of the provider could not be verified.";
const USED = "This sign-in has expired or was used already.";

let provider: OpenIdProvider;

test.beforeAll(async () => {
  const { origin, provider: given } = currentRun();
  provider = await startOpenIdProvider({
    port: Number(new URL(given.url).port),
    privateJwk: given.privateJwk,
    redirectUri: `${origin}/api/auth/sign_on/callback`,
    logoutUri: `${origin}/api/auth/sign_on/logout`,
  });
});
test.afterAll(() => provider.close());
test.beforeEach(({ faults }) => faults.allow(REFUSED_AS_STRANGER));

/** Returns the name of a new account at the provider. */
const aPerson = (claims: PersonClaims = {}): string => {
  const name = `person-${randomBytes(5).toString("hex")}`;
  const email = `${name}@example.test`;
  provider.people.set(name, { email, email_verified: true, name: "Pia Provider", preferred_username: name, ...claims });
  return name;
};

/** Leaves for the provider, and returns the address with which the console sends the browser there. */
const leaveForProvider = async (page: Page): Promise<string> => {
  await page.goto("/#/login");
  const asked = page.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/auth?`));
  await page.getByRole("button", { name: "Sign in with Example ID" }).click();
  await expect(page.getByRole("heading", { name: "Who are you?" })).toBeVisible();
  return (await asked).url();
};

const signOn = async (page: Page, account: string): Promise<void> => {
  await leaveForProvider(page);
  await page.getByRole("button", { name: account, exact: true }).click();
};

const accountButton = (page: Page, realname: string) => page.getByRole("button", { name: `Account: ${realname}` });

/** Somebody with an account of their own, which is linked to one at the provider, signs in there. */
const enterLinked = async (page: Page, person: Person, account: string): Promise<void> => {
  await signOn(page, account);
  await expect(accountButton(page, person.realname)).toBeVisible();
};

/** The open page learns with its next request that its session has ended. It may have made one by itself. */
const expectSignedOut = async (page: Page): Promise<void> => {
  await expect.poll(async () => (await page.request.get("/api/auth/me")).status()).toBe(401);
  await page.evaluate(() => window.location.assign("#/label/task/list"));
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
};

test("somebody signs in on the page of the provider, gets an account, and holds what their groups give", async ({
  page,
  people,
}) => {
  const account = aPerson({ groups: ["video-leads", "others"] });
  await signOn(page, account);
  await expect(page).toHaveURL(/#\/dataset$/);
  await expect(accountButton(page, "Pia Provider")).toBeVisible();
  await page.getByRole("dialog", { name: "set password" }).getByRole("button", { name: "Later" }).click();
  const { id } = (await people.find(account)) ?? {};
  await page.goto(`/#/user-manage?user=${id}`);
  const held = page.getByRole("dialog", { name: "Pia Provider" }).getByRole("listitem");
  for (const code of ["USE_VERSION_1_0", "USER_MANAGE_R"])
    await expect(held.filter({ hasText: code }).filter({ hasText: "from the groups of single sign-on" })).toBeVisible();

  provider.people.set(account, { ...provider.people.get(account), groups: [] });
  await page.context().clearCookies();
  await page.reload();
  await signOn(page, account);
  await expect(accountButton(page, "Pia Provider")).toBeVisible();
  expect(await ownPermissions(page)).toEqual([]);
  await page.goto("/#/user-manage");
  // Screens of version 1.0 lead back who may not use it.
  await expect(page).toHaveURL(/#\/dataset$/);
});

test("an answer with a wrong state, of another issuer, or with a code that was used opens nothing", async ({
  page,
  people,
}) => {
  const ida = await people.add();
  const account = aPerson();
  await people.link(ida, { issuer: provider.issuer, subject: account });
  const answerTo = async (): Promise<URL> =>
    openProviderBrowser(provider).signIn(await leaveForProvider(page), account);
  const right = await answerTo();
  await page.goto(right.href);
  await expect(accountButton(page, ida.realname)).toBeVisible();
  await page.context().clearCookies();

  const used = right.searchParams.get("code") ?? "";
  const forgeries: Record<string, (answer: URLSearchParams) => void> = {
    "a wrong state": (answer) => answer.set("state", "x".repeat(43)),
    "another issuer": (answer) => answer.set("iss", "https://id.example.test"),
    "a used code": (answer) => answer.set("code", used),
  };
  for (const [what, forge] of Object.entries(forgeries)) {
    await test.step(what, async () => {
      const answer = await answerTo();
      forge(answer.searchParams);
      await page.goto(answer.href);
      await expect(page.getByRole("alert")).toContainText(UNVERIFIED);
      expect((await page.request.get("/api/auth/me")).status()).toBe(401);
    });
  }
  await test.step("the whole answer once more", async () => {
    await page.goto(right.href);
    await expect(page.getByRole("alert")).toContainText(USED);
    expect((await page.request.get("/api/auth/me")).status()).toBe(401);
  });
});

test("an address that the provider has not verified makes no account", async ({ page, people }) => {
  const account = aPerson({ email_verified: false });
  await signOn(page, account);
  await expect(page.getByRole("alert")).toContainText("The provider has not verified your e-mail address");
  expect(await people.find(account)).toBeUndefined();
});

test("signing out at the provider ends the session in the open browser", async ({ page, people, context }) => {
  const ida = await people.add();
  const account = aPerson();
  await people.link(ida, { issuer: provider.issuer, subject: account });
  await enterLinked(page, ida, account);

  const atProvider = await context.newPage();
  await atProvider.goto(`${provider.issuer}/session/end`);
  await atProvider.getByRole("button", { name: "Sign out" }).click();
  await expect(atProvider.getByRole("heading", { name: "You are signed out" })).toBeVisible();
  expect(provider.logoutFaults).toEqual([]);
  await expectSignedOut(page);
});

/** As Entra ID calls it. */
const asDirectory = async (path: string, init: RequestInit = {}): Promise<{ Resources?: { id: string }[] }> => {
  const { origin, scimToken } = currentRun();
  const headers = { authorization: `Bearer ${scimToken}`, "content-type": "application/scim+json" };
  const response = await fetch(`${origin}/api_v1/scim/v2/Users${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`SCIM answered ${response.status}: ${await response.text()}`);
  return response.json() as Promise<{ Resources?: { id: string }[] }>;
};

test("somebody whom the directory disables by SCIM loses the open session, and enters no more", async ({
  page,
  people,
}) => {
  const ida = await people.add();
  const account = aPerson();
  await people.link(ida, { issuer: provider.issuer, subject: account });
  await enterLinked(page, ida, account);

  const { Resources: found = [] } = await asDirectory(`?filter=${encodeURIComponent(`externalId eq "${account}"`)}`);
  expect(found).toMatchObject([{ id: ida.id, userName: ida.username, active: true }]);
  const Operations = [{ op: "Replace", path: "active", value: "False" }];
  const schemas = ["urn:ietf:params:scim:api:messages:2.0:PatchOp"];
  await asDirectory(`/${ida.id}`, { method: "PATCH", body: JSON.stringify({ schemas, Operations }) });
  await expectSignedOut(page);

  // The provider still knows the person, and asks nothing.
  await page.getByRole("button", { name: "Sign in with Example ID" }).click();
  await expect(page.getByRole("alert")).toContainText("Your account is disabled.");
});
