import { MESSAGES } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import "./second-factor-dialog.tsx";

const CODES = Array.from({ length: 10 }, (_, n) => `aaaa${n}-bbbb${n}`);

const openDialog = async () => {
  let since: string | null = null;
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser() }),
    "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
    "secondFactors.getSecondFactor": () => ({
      reply: { totp_since: since, recovery_codes_left: since === null ? 0 : 10 },
    }),
    "secondFactors.startTotp": () => ({
      reply: { secret: "GEZDGNBVGY3TQOJQ", uri: "otpauth://totp/Dailies:ida?secret=GEZDGNBVGY3TQOJQ" },
    }),
    "secondFactors.confirmTotp": () => {
      since = "2026-11-19T03:00:00.000Z";
      return { reply: { recovery_codes: CODES } };
    },
    "secondFactors.removeTotp": () => {
      since = null;
      return { reply: { ok: true } };
    },
  });
  const { user } = renderConsole("/frog-home");
  await user.click(await screen.findByRole("button", { name: /Account/ }));
  await user.click(await screen.findByText("two-step sign-in"));
  const dialog = await screen.findByRole("dialog", { name: "Two-step sign-in" });
  return { user, dialog, sent };
};

describe("the dialog of two-step sign-in", () => {
  it("sets up an app with its first code, shows the recovery codes once, and turns it off with a code", async () => {
    const { user, dialog, sent } = await openDialog();
    const inside = within(dialog);
    await user.click(await inside.findByRole("button", { name: "Set up an authenticator app" }));
    expect(await inside.findByText("GEZD GNBV GY3T QOJQ")).toBeDefined();
    await user.type(inside.getByLabelText("Code of the app"), "287082{Enter}");
    const list = await inside.findByRole("list", { name: "Recovery codes" });
    expect(within(list).getAllByRole("listitem")).toHaveLength(10);
    await user.click(inside.getByRole("button", { name: "I have kept them" }));
    expect(await inside.findByText(/10 recovery codes are left/)).toBeDefined();
    expect(inside.queryByText(CODES[0] ?? "")).toBeNull();
    await user.click(inside.getByRole("button", { name: "Turn off" }));
    await user.type(inside.getByLabelText("Code of the app, or a recovery code"), "aaaa0-bbbb0{Enter}");
    expect(await inside.findByRole("button", { name: "Set up an authenticator app" })).toBeDefined();
    expect(sent.find(({ name }) => name === "secondFactors.removeTotp")?.body).toEqual({
      recovery_code: "aaaa0-bbbb0",
    });
  });
});

describe("the second step of signing in", () => {
  const openLogin = () =>
    fakeApi({
      "auth.login": () => ({ reply: { second_factors: ["totp", "recovery_code"] } }),
      "auth.me": () => ({ reply: aUser() }),
      "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
      "secondFactors.completeLogin": ({ body }) =>
        "totp" in (body as object)
          ? { refuse: 401, code: "not_signed_in", detail: MESSAGES.wrongSecondFactor }
          : { reply: aUser() },
    });

  it("asks for the code of the app, says when it is wrong, and takes a recovery code instead", async () => {
    const sent = openLogin();
    const { user, router } = renderConsole("/login");
    await user.type(await screen.findByLabelText("Username or e-mail"), "ida");
    await user.type(screen.getByLabelText("Password", { selector: "input[name=password]" }), "a passphrase{Enter}");
    const code = await screen.findByLabelText("Code");
    await waitFor(() => expect(document.activeElement).toBe(code));
    await user.type(code, "123456{Enter}");
    expect(await screen.findByText(MESSAGES.wrongSecondFactor)).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Use a recovery code" }));
    await user.type(screen.getByLabelText("Recovery code"), "aaaa0-bbbb0{Enter}");
    await waitFor(() => expect(router.state.location.pathname).not.toBe("/login"));
    expect(sent.filter(({ name }) => name === "secondFactors.completeLogin").map(({ body }) => body)).toEqual([
      { totp: "123456" },
      { recovery_code: "aaaa0-bbbb0" },
    ]);
  });
});
