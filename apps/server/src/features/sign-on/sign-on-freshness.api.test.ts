import { describe, expect, it } from "vitest";
import { SESSION_COOKIE } from "../../http/security/cookies.ts";
import { openProviderBrowser } from "../../testing/outsiders/openid-provider.ts";
import { useSignOn } from "../../testing/rigs/sign-on/use-sign-on.ts";

const rig = await useSignOn();
const { running, provider, start, comeBack, linkedUser } = rig;
const SIX_MINUTES_MS = 6 * 60_000;

/** The provider has the real time. */
const setClock = (): void => {
  const { clock } = running.current;
  clock.advance(Date.now() - clock.now().getTime());
};

type Browser = ReturnType<typeof openProviderBrowser>;

/** The answer to an act that needs a fresh sign-in, in a session that has just begun. */
const actAfterSignIn = async (browser: Browser, account: string, change?: (asked: URLSearchParams) => void) => {
  const begun = await start();
  const url = new URL(begun.url);
  change?.(url.searchParams);
  const { cookies } = await comeBack(begun, await browser.signIn(url.href, account));
  const session = { [SESSION_COOKIE]: cookies[SESSION_COOKIE] ?? "" };
  expect((await rig.meOf(session)).status).toBe(200);
  const { status, body } = await running.current.call("/api/auth/sign_on/link", { method: "POST", cookies: session });
  return [status, body.code];
};

describe("a session that was begun at the provider", () => {
  it("counts as freshly signed in when the provider has just asked the person, and asks it when that was", async () => {
    const { account } = await linkedUser();
    setClock();
    expect(await actAfterSignIn(openProviderBrowser(provider()), account)).toEqual([200, undefined]);
    const { url } = await start();
    expect(new URL(url).searchParams.get("max_age")).toBe("604800");
  });

  it("does not when the provider asked longer ago, and let in a browser that it knew", async () => {
    const { account } = await linkedUser();
    const browser = openProviderBrowser(provider());
    setClock();
    await actAfterSignIn(browser, account);
    running.current.clock.advance(SIX_MINUTES_MS);
    expect(await actAfterSignIn(browser, account)).toEqual([403, "stale_sign_in"]);
  });

  it("does not when the provider does not say when it asked", async () => {
    const { account } = await linkedUser();
    setClock();
    const browser = openProviderBrowser(provider());
    expect(await actAfterSignIn(browser, account, (asked) => asked.delete("max_age"))).toEqual([403, "stale_sign_in"]);
  });
});
