import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { page } from "../../../lib/page.ts";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";

const IDENTITY = {
  id: "019a0000-0000-7000-8000-000000000001",
  issuer: "https://id.example",
  created_at: "2026-01-02T03:04:05Z",
  last_used_at: null,
};

const withIdentities = (...items: object[]) => ({
  "auth.me": () => ({ reply: aUser() }),
  "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
  "signOn.getSignOn": () => ({ reply: { name: "Example ID" } }),
  "signOn.listSignOnIdentities": () => ({ reply: { items, total: items.length } }),
});

const findSection = () => screen.findByRole("region", { name: "Single sign-on" });

describe("the links of single sign-on", () => {
  it("begin at the provider", async () => {
    const left = vi.spyOn(page, "load").mockImplementation(() => undefined);
    fakeApi({ ...withIdentities(), "signOn.startSignOnLink": () => ({ reply: { url: "https://id.example/auth" } }) });
    const { user } = renderConsole("/frog-home");
    await user.click(await within(await findSection()).findByRole("button", { name: "Link Example ID" }));
    await waitFor(() => expect(left).toHaveBeenCalledWith("https://id.example/auth"));
    left.mockRestore();
  });

  it("end after a confirmation that says what is lost", async () => {
    const sent = fakeApi({ ...withIdentities(IDENTITY), "signOn.unlinkSignOn": () => ({ reply: { ok: true } }) });
    const { user } = renderConsole("/frog-home");
    await user.click(await screen.findByRole("button", { name: "Unlink https://id.example" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("You lose the permissions that came from its groups");
    await user.click(within(dialog).getByRole("button", { name: "Unlink" }));
    await waitFor(() => expect(sent.map(({ name }) => name)).toContain("signOn.unlinkSignOn"));
  });

  it("say how the visit at the provider ended", async () => {
    fakeApi(withIdentities(IDENTITY));
    const { router } = renderConsole("/frog-home?sign_on=linked");
    expect(await within(await findSection()).findByText("Single sign-on is linked to your account.")).toBeDefined();
    await router.navigate("/frog-home?sign_on=linked_elsewhere");
    expect(await screen.findByText("This identity is linked to another account.")).toBeDefined();
  });

  it("are not shown where there is no provider", async () => {
    fakeApi({ ...withIdentities(), "signOn.getSignOn": () => ({ reply: { name: null } }) });
    renderConsole("/frog-home");
    expect(await screen.findByRole("region", { name: "My sessions" })).toBeDefined();
    expect(screen.queryByRole("region", { name: "Single sign-on" })).toBeNull();
  });
});
