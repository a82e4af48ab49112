import type { PasskeyItem } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi } from "../../../testing/fake-api.ts";
import { fakeDevice } from "../../../testing/fake-device.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { START_SCREEN } from "../../../testing/start-screen.ts";
import "../second-factor/second-factor-dialog.tsx";
import "./sign-in-with-passkey.ts";

const REQUEST = {
  challenge: "Y2hhbGxlbmdl",
  rpId: "localhost",
  timeout: 300_000,
  userVerification: "required",
} as const;
const CREATION = {
  challenge: "Y2hhbGxlbmdl",
  rp: { id: "localhost", name: "Dailies" },
  user: { id: "aGFuZGxl", name: "mei", displayName: "Mei" },
  pubKeyCredParams: [{ alg: -7, type: "public-key" }],
  timeout: 300_000,
  attestation: "none",
  excludeCredentials: [],
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
} as const;
const CODES = Array.from({ length: 10 }, (_, n) => `aaaa${n}-bbbb${n}`);
const LAPTOP: PasskeyItem = {
  id: "019a0000-0000-7000-8000-000000000001",
  name: "work laptop",
  created_at: "2026-11-19T03:00:00.000Z",
  last_used_at: null,
  is_backup_eligible: true,
  is_backed_up: true,
};

const signedIn = {
  "auth.me": () => ({ reply: aUser() }),
  "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
  ...START_SCREEN,
};

beforeEach(() => {
  Object.defineProperty(navigator, "credentials", { configurable: true, value: undefined });
});

describe("signing in with a passkey", () => {
  const answers = {
    ...signedIn,
    "passkeys.startPasskeySignIn": () => ({ reply: REQUEST }),
    "passkeys.signInWithPasskey": () => ({ reply: aUser() }),
  };
  const press = async () => {
    const opened = renderConsole("/login");
    await opened.user.click(await screen.findByRole("button", { name: "Sign in with a passkey" }));
    return opened;
  };

  it("needs no name and no password, and sends what the device has signed", async () => {
    const { get } = fakeDevice();
    const sent = fakeApi(answers);
    const { router } = await press();
    await waitFor(() => expect(router.state.location.pathname).toBe("/dataset"));
    expect(get).toHaveBeenCalledOnce();
    expect(sent.find(({ name }) => name === "passkeys.signInWithPasskey")?.body).toMatchObject({
      id: "Y3JlZGVudGlhbA",
      type: "public-key",
      response: { signature: "c2lnbmF0dXJl", userHandle: "dXNlcg" },
    });
    expect(localStorage.getItem("username")).toBe("mei");
  });

  it("is offered beside the one-time code too", async () => {
    fakeDevice();
    fakeApi(answers);
    const { user, router } = renderConsole("/login");
    await user.click(await screen.findByLabelText("One-time code"));
    await user.click(screen.getByRole("button", { name: "Sign in with a passkey" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/dataset"));
  });

  it.each([
    ["the user cancels", new DOMException("not allowed", "NotAllowedError"), /This was cancelled/],
    ["the address has no host name", new DOMException("invalid domain", "SecurityError"), /at this address/],
    ["the device fails", new DOMException("failed", "UnknownError"), /This device cannot be used/],
  ])("says in words when %s, and lets one try again", async (_what, refuses, words) => {
    fakeDevice({ refuses });
    fakeApi(answers);
    const { user, router } = await press();
    expect((await screen.findByText(words)).closest("[role=alert]")).not.toBeNull();
    fakeDevice();
    await user.click(screen.getByRole("button", { name: "Sign in with a passkey" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/dataset"));
  });

  it("says when the browser has no passkeys, and when the server does not know this one", async () => {
    fakeApi(answers);
    const { unmount } = await press();
    expect(await screen.findByText("This browser does not support passkeys.")).toBeDefined();
    unmount();
    fakeDevice();
    fakeApi({ ...answers, "passkeys.signInWithPasskey": () => ({ refuse: 401, code: "not_signed_in", detail: "no" }) });
    await press();
    expect(await screen.findByText(/This passkey is not known here/)).toBeDefined();
  });
});

describe("a passkey as the second step", () => {
  const answers = {
    ...signedIn,
    "auth.login": () => ({ reply: { second_factors: ["passkey", "recovery_code"] } }),
    "passkeys.startPasskeySecondStep": () => ({ reply: { ...REQUEST, allowCredentials: [] } }),
    "passkeys.completeLoginWithPasskey": () => ({ reply: aUser() }),
  };
  const firstStep = async () => {
    const opened = renderConsole("/login");
    await opened.user.type(await screen.findByLabelText("Username or e-mail"), "mei");
    const password = screen.getByLabelText("Password", { selector: "input[name=password]" });
    await opened.user.type(password, "a passphrase{Enter}");
    await screen.findByText("Confirm with a passkey that it is you.");
    return opened;
  };

  it("is offered first, with a recovery code beside it", async () => {
    fakeDevice();
    const sent = fakeApi(answers);
    const { user, router } = await firstStep();
    expect(screen.getByRole("button", { name: "Use a recovery code" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Use the authenticator app" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Sign in with a passkey" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Use a passkey" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/dataset"));
    expect(sent.map(({ name }) => name)).toContain("passkeys.completeLoginWithPasskey");
  });

  it("can be left for another way to sign in", async () => {
    fakeDevice();
    fakeApi(answers);
    const { user } = await firstStep();
    await user.click(screen.getByLabelText("One-time code"));
    expect(await screen.findByLabelText("E-mail")).toBeDefined();
  });
});

describe("the passkeys of one's own account", () => {
  const openDialog = async (kept: PasskeyItem[] = []) => {
    let passkeys = kept;
    const sent = fakeApi({
      ...signedIn,
      "secondFactors.getSecondFactor": () => ({
        reply: { totp_since: null, recovery_codes_left: passkeys.length > 0 ? 10 : 0 },
      }),
      "passkeys.listPasskeys": () => ({ reply: { items: passkeys, total: passkeys.length } }),
      "passkeys.startPasskeyEnrolment": () => ({ reply: CREATION }),
      "passkeys.createPasskey": ({ body }) => {
        const passkey = { ...LAPTOP, name: (body as { name: string }).name };
        passkeys = [passkey];
        return { reply: { passkey, recovery_codes: CODES } };
      },
      "passkeys.renamePasskey": ({ body }) => {
        passkeys = [{ ...LAPTOP, name: (body as { name: string }).name }];
        return { reply: passkeys[0] };
      },
      "passkeys.startPasskeyConfirmation": () => ({ reply: REQUEST }),
      "passkeys.removePasskey": () => {
        passkeys = [];
        return { reply: { ok: true } };
      },
    });
    const { user } = renderConsole("/frog-home");
    await user.click(await screen.findByRole("button", { name: /Account/ }));
    await user.click(await screen.findByText("two-step sign-in"));
    const inside = within(await screen.findByRole("dialog", { name: "Two-step sign-in" }));
    return { user, inside, sent };
  };

  it("get a name and come with recovery codes, which are shown once", async () => {
    const { create } = fakeDevice();
    const { user, inside } = await openDialog();
    expect(await inside.findByText("Your account has no passkey yet.")).toBeDefined();
    await user.click(inside.getByRole("button", { name: "Add a passkey" }));
    const name = await inside.findByLabelText("Name of the passkey");
    await user.clear(name);
    await user.type(name, "work laptop{Enter}");
    const codes = await inside.findByRole("list", { name: "Recovery codes" });
    expect(within(codes).getAllByRole("listitem")).toHaveLength(10);
    expect(create).toHaveBeenCalledOnce();
    await user.click(inside.getByRole("button", { name: "I have kept them" }));
    const list = await inside.findByRole("list", { name: "Passkeys" });
    expect(within(list).getByText(/work laptop/)).toBeDefined();
    expect(within(list).getByText("Synced")).toBeDefined();
    expect(within(list).getByText(/Not used yet/)).toBeDefined();
  });

  it("say when the device has one already", async () => {
    fakeDevice({ refuses: new DOMException("registered", "InvalidStateError") });
    const { user, inside } = await openDialog([LAPTOP]);
    await user.click(await inside.findByRole("button", { name: "Add a passkey" }));
    await user.type(await inside.findByLabelText("Name of the passkey"), "{Enter}");
    expect(await inside.findByText("This device has a passkey of your account already.")).toBeDefined();
  });

  it("can be removed with a recovery code, by somebody who has lost the device", async () => {
    const { user, inside, sent } = await openDialog([LAPTOP]);
    await user.click(await inside.findByRole("button", { name: "Remove work laptop" }));
    await user.click(inside.getByRole("button", { name: "Remove" }));
    expect(await inside.findByText("please enter a code")).toBeDefined();
    await user.type(inside.getByLabelText(/or a recovery code/), "aaaaa-bbbbb{Enter}");
    expect(await inside.findByText("Your account has no passkey yet.")).toBeDefined();
    expect(sent.find((call) => call.name === "passkeys.removePasskey")?.body).toEqual({ recovery_code: "aaaaa-bbbbb" });
  });

  it("can be renamed, and removed with a passkey", async () => {
    fakeDevice();
    const { user, inside, sent } = await openDialog([LAPTOP]);
    await user.click(await inside.findByRole("button", { name: "Rename work laptop" }));
    const name = await inside.findByLabelText("Name of the passkey");
    await user.clear(name);
    await user.type(name, "old laptop{Enter}");
    await user.click(await inside.findByRole("button", { name: "Remove old laptop" }));
    await user.click(await inside.findByRole("button", { name: "Confirm with a passkey" }));
    expect(await inside.findByText("Your account has no passkey yet.")).toBeDefined();
    expect(sent.find((call) => call.name === "passkeys.removePasskey")?.body).toMatchObject({
      passkey: { id: "Y3JlZGVudGlhbA" },
    });
  });

  it("cannot be more than ten", async () => {
    const ten = Array.from({ length: 10 }, (_, n) => ({ ...LAPTOP, id: LAPTOP.id.replace(/1$/, `${n}`) }));
    const { inside } = await openDialog(ten);
    expect(await inside.findByText(/at most 10 passkeys/)).toBeDefined();
    expect(inside.getByRole("button", { name: "Add a passkey" })).toHaveProperty("disabled", true);
  });
});
