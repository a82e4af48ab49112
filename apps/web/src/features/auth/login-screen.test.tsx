import { MESSAGES } from "@dailies/contract";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { page } from "../../lib/page.ts";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { START_SCREEN } from "../../testing/start-screen.ts";

const signedIn = {
  "auth.login": () => ({ reply: aUser() }),
  "auth.me": () => ({ reply: aUser() }),
  "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
  ...START_SCREEN,
};

const passwordBox = () => screen.getByLabelText("Password", { selector: "input[name=password]" });

describe("signing in with a password", () => {
  it("sends both fields, keeps the username and goes to the start", async () => {
    const sent = fakeApi(signedIn);
    const { user, router } = renderConsole("/login");
    await user.type(await screen.findByLabelText("Username or e-mail"), "mei");
    await user.type(passwordBox(), "correct horse battery");
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/dataset"));
    expect(sent[0]).toMatchObject({ name: "auth.login", body: { username: "mei", password: "correct horse battery" } });
    expect(localStorage.getItem("username")).toBe("mei");
  });

  it("ends the session of who signed out without the server, and forgets what they left in the browser", async () => {
    const sent = fakeApi({ ...signedIn, "auth.logout": () => ({ reply: { ok: true } }) });
    for (const [name, value] of Object.entries({ username: "ida", "palette-recent": "[]", "sign-out-pending": "true" }))
      localStorage.setItem(name, value);
    const { user, router } = renderConsole("/login");
    await user.type(await screen.findByLabelText("Username or e-mail"), "mei");
    await user.type(passwordBox(), "correct horse battery{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/dataset"));
    expect(sent.slice(0, 2).map(({ name }) => name)).toEqual(["auth.logout", "auth.login"]);
    expect(localStorage.getItem("username")).toBe("mei");
    expect(localStorage.getItem("palette-recent")).toBeNull();
    expect(localStorage.getItem("sign-out-pending")).toBeNull();
  });

  it("follows the redirect to where one came from", async () => {
    fakeApi(signedIn);
    const { user, router } = renderConsole(`/login?redirect=${encodeURIComponent("/#/frog-home?x=1")}`);
    await user.type(await screen.findByLabelText("Username or e-mail"), "mei");
    await user.type(passwordBox(), "correct horse battery{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/frog-home"));
    expect(router.state.location.search).toBe("?x=1");
  });

  it("T6: follows no redirect to another place", async () => {
    fakeApi(signedIn);
    const { user, router } = renderConsole(`/login?redirect=${encodeURIComponent("//evil.example")}`);
    await user.type(await screen.findByLabelText("Username or e-mail"), "mei");
    await user.type(passwordBox(), "correct horse battery{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/dataset"));
  });

  it("says a refusal beside the form and stays", async () => {
    fakeApi({ "auth.login": () => ({ refuse: 401, code: "not_signed_in", detail: MESSAGES.wrongCredentials }) });
    const { user, router } = renderConsole("/login");
    await user.type(await screen.findByLabelText("Username or e-mail"), "mei");
    await user.type(passwordBox(), "wrong{Enter}");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(MESSAGES.wrongCredentials));
    expect(router.state.location.pathname).toBe("/login");
    expect(localStorage.getItem("username")).toBeNull();
  });

  it("asks for what is missing without a request", async () => {
    const sent = fakeApi({});
    const { user } = renderConsole("/login");
    await user.type(await screen.findByLabelText("Username or e-mail"), "mei{Enter}");
    expect(screen.getByRole("alert").textContent).toBe("please enter a password");
    expect(sent).toEqual([]);
  });

  it("says when the server cannot be reached", async () => {
    fakeApi({ "auth.login": () => "network failure" });
    const { user } = renderConsole("/login");
    await user.type(await screen.findByLabelText("Username or e-mail"), "mei");
    await user.type(passwordBox(), "correct horse battery{Enter}");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("cannot be reached"));
  });
});

describe("signing in with a one-time code", () => {
  it("sends a code, takes six digits and signs in", async () => {
    const sent = fakeApi({ ...signedIn, "auth.sendCode": () => ({ reply: { ok: true } }) });
    const { user, router } = renderConsole("/login");
    await user.click(await screen.findByLabelText("One-time code"));
    await user.type(await screen.findByLabelText("E-mail"), "mei@example.org");
    await user.click(screen.getByRole("button", { name: "Send code" }));
    const code = await screen.findByLabelText("Code");
    expect(code.getAttribute("autocomplete")).toBe("one-time-code");
    expect(screen.getByRole("button", { name: /^Resend code in \d+ s$/ })).toHaveProperty("disabled", true);
    await user.type(code, "12 34-56");
    await user.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/dataset"));
    expect(sent.map((call) => call.body).slice(0, 2)).toEqual([
      { email: "mei@example.org" },
      { email: "mei@example.org", code: "123456" },
    ]);
  });

  it("has the address of an invitation filled in", async () => {
    const sent = fakeApi({ "auth.sendCode": () => ({ reply: { ok: true } }) });
    const { user } = renderConsole(`/login?email=${encodeURIComponent("nora@example.org")}`);
    expect(await screen.findByLabelText("E-mail")).toHaveProperty("value", "nora@example.org");
    await user.click(screen.getByRole("button", { name: "Send code" }));
    await waitFor(() => expect(sent[0]).toMatchObject({ name: "auth.sendCode", body: { email: "nora@example.org" } }));
  });

  it("asks for an address before it sends anything", async () => {
    const sent = fakeApi({});
    const { user } = renderConsole("/login");
    await user.click(await screen.findByLabelText("One-time code"));
    await user.type(await screen.findByLabelText("E-mail"), "nobody{Enter}");
    expect(screen.getByRole("alert").textContent).toBe("please enter an e-mail address");
    expect(sent).toEqual([]);
  });

  it("shows the message of the rate limit", async () => {
    fakeApi({ "auth.sendCode": () => ({ refuse: 429, code: "throttled", detail: MESSAGES.tooManyAttempts }) });
    const { user } = renderConsole("/login");
    await user.click(await screen.findByLabelText("One-time code"));
    await user.type(await screen.findByLabelText("E-mail"), "mei@example.org{Enter}");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(MESSAGES.tooManyAttempts));
  });
});

describe("single sign-on", () => {
  const provided = { ...signedIn, "signOn.getSignOn": () => ({ reply: { name: "Example ID" } }) };

  it("is a button only where there is a provider, and leaves for it with the page one came from", async () => {
    const left = vi.spyOn(page, "load").mockImplementation(() => undefined);
    const sent = fakeApi({
      ...provided,
      "signOn.startSignOn": () => ({ reply: { url: "https://id.example/auth?x=1" } }),
    });
    const { user } = renderConsole(`/login?redirect=${encodeURIComponent("/#/frog-home")}`);
    await user.click(await screen.findByRole("button", { name: "Sign in with Example ID" }));
    await waitFor(() => expect(left).toHaveBeenCalledWith("https://id.example/auth?x=1"));
    expect(sent.at(-1)).toMatchObject({ name: "signOn.startSignOn", body: { redirect: "/#/frog-home" } });
    left.mockRestore();
  });

  it("enters the console when the provider has signed the person in", async () => {
    fakeApi({ ...provided, "signOn.listSignOnIdentities": () => ({ reply: { items: [], total: 0 } }) });
    const { router } = renderConsole(`/login?sign_on=signed_in&redirect=${encodeURIComponent("/#/frog-home")}`);
    await waitFor(() => expect(router.state.location.pathname).toBe("/frog-home"));
    expect(localStorage.getItem("username")).toBe("mei");
  });

  it("continues with the second factor of the account", async () => {
    fakeApi(provided);
    renderConsole("/login?sign_on=second_factor&factors=totp,recovery_code");
    expect(await screen.findByText("Enter the code that your authenticator app shows now.")).toBeDefined();
  });

  it.each([
    ["denied", "The provider did not sign you in."],
    ["unreachable", "The provider cannot be reached. Try again later, or sign in another way."],
    [
      "email_taken",
      "An account with your e-mail address exists. Sign in to it another way, and link it on the start page.",
    ],
    ["<b>x</b>", "This sign-in has expired or was used already. Please start again."],
  ])("says in a sentence why it was refused: %s", async (why, sentence) => {
    fakeApi(provided);
    renderConsole(`/login?sign_on=${encodeURIComponent(why)}`);
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(sentence));
  });
});
