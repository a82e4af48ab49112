import { MESSAGES } from "@dailies/contract";
import { useMutation } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { describe, expect, it } from "vitest";
import { authCalls } from "../../lib/api/clients/auth.ts";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { fakeDevice } from "../../testing/fake-device.ts";
import { Component as Frame } from "../frame/frame.tsx";
import "./identity-gate.tsx";

/** A form whose call the server answers with the need for a fresh sign-in. */
const Probe = () => {
  const { mutate, isSuccess } = useMutation({ mutationFn: () => authCalls.endOtherSessions({}) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <input aria-label="Reason" />
      <button type="submit">Grant</button>
      {isSuccess && <p>granted</p>}
    </form>
  );
};

const stale = { refuse: 403, code: "stale_sign_in", detail: MESSAGES.staleSignIn };

const open = (more: Parameters<typeof fakeApi>[0] = {}, { hasPassword = true } = {}) => {
  let isFresh = false;
  const freshen = () => {
    isFresh = true;
    return { reply: { ok: true } };
  };
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ hasPassword }) }),
    "auth.endOtherSessions": () => (isFresh ? { reply: { ended: 1 } } : stale),
    "auth.confirmIdentity": freshen,
    "auth.sendConfirmationCode": () => ({ reply: { ok: true } }),
    ...more,
  });
  const router = createMemoryRouter([{ Component: Frame, children: [{ path: "/", element: <Probe /> }] }]);
  render(<RouterProvider router={router} />);
  return { sent, user: userEvent.setup(), named: (name: string) => sent.filter((call) => call.name === name) };
};

const submitReason = async (user: ReturnType<typeof userEvent.setup>): Promise<HTMLElement> => {
  await user.type(await screen.findByLabelText("Reason"), "a promised bonus");
  await user.click(screen.getByRole("button", { name: "Grant" }));
  return screen.findByRole("dialog", { name: "Confirm that it is you" });
};

describe("a call that needs a fresh sign-in", () => {
  it("opens the dialog, is repeated after the password, and loses nothing that was typed", async () => {
    const { user, named } = open();
    const dialog = await submitReason(user);
    await user.type(within(dialog).getByLabelText("Your password"), "my passphrase{Enter}");
    expect(await screen.findByText("granted")).toBeDefined();
    expect(named("auth.confirmIdentity").map(({ body }) => body)).toEqual([{ password: "my passphrase" }]);
    expect(named("auth.endOtherSessions")).toHaveLength(2);
    expect(screen.getByLabelText<HTMLInputElement>("Reason").value).toBe("a promised bonus");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("can be confirmed with a mailed code", async () => {
    const { user, named } = open();
    const dialog = await submitReason(user);
    await user.click(within(dialog).getByRole("button", { name: "E-mail me a code instead" }));
    await user.type(await within(dialog).findByLabelText("Code"), "042137{Enter}");
    expect(await screen.findByText("granted")).toBeDefined();
    expect(named("auth.confirmIdentity").map(({ body }) => body)).toEqual([{ code: "042137" }]);
  });

  it("can be confirmed with a passkey by an account that has one", async () => {
    fakeDevice();
    const passkey = {
      id: "019a0000-0000-7000-8000-000000000001",
      name: "work laptop",
      created_at: "2026-11-19T03:00:00.000Z",
      last_used_at: null,
      is_backup_eligible: false,
      is_backed_up: false,
    };
    const options = { challenge: "AAAA", rpId: "localhost", timeout: 300_000, userVerification: "required" };
    let isConfirmed = false;
    const { user, named } = open({
      "passkeys.listPasskeys": () => ({ reply: { items: [passkey], total: 1 } }),
      "passkeys.startPasskeyConfirmation": () => ({ reply: options }),
      "passkeys.confirmIdentityWithPasskey": () => {
        isConfirmed = true;
        return { reply: { ok: true } };
      },
      "auth.endOtherSessions": () => (isConfirmed ? { reply: { ended: 1 } } : stale),
    });
    const dialog = await submitReason(user);
    await user.click(await within(dialog).findByRole("button", { name: "Use a passkey" }));
    expect(await screen.findByText("granted")).toBeDefined();
    expect(named("passkeys.confirmIdentityWithPasskey")).toHaveLength(1);
    expect(named("auth.confirmIdentity")).toEqual([]);
  });

  it("shows a wrong password in the dialog and lets it be corrected", async () => {
    let answers = 0;
    const wrong = { refuse: 403, code: "not_allowed", detail: MESSAGES.wrongProof };
    const { user } = open({ "auth.confirmIdentity": () => (answers++ === 0 ? wrong : { reply: { ok: true } }) });
    const dialog = await submitReason(user);
    await user.type(within(dialog).getByLabelText("Your password"), "wrong{Enter}");
    expect(await within(dialog).findByText(MESSAGES.wrongProof)).toBeDefined();
    expect(screen.queryByText("granted")).toBeNull();
  });

  it("is not made when the dialog is closed, and says why", async () => {
    const { user, named } = open();
    await submitReason(user);
    await user.keyboard("{Escape}");
    expect(await screen.findByText(MESSAGES.staleSignIn)).toBeDefined();
    expect(named("auth.endOtherSessions")).toHaveLength(1);
    expect(named("auth.confirmIdentity")).toEqual([]);
    expect(screen.getByLabelText<HTMLInputElement>("Reason").value).toBe("a promised bonus");
  });
});
