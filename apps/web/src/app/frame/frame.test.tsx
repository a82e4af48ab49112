import { render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "../../lib/api/api-error.ts";
import { page } from "../../lib/page.ts";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { ErrorScreen } from "../error-screen.tsx";
import { loadOrOfferReload } from "../gates/load-or-offer-reload.tsx";

const as = (overrides: Parameters<typeof aUser>[0] = {}) =>
  fakeApi({
    "auth.me": () => ({ reply: aUser(overrides) }),
    "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
    "auth.setPassword": () => ({ reply: { ok: true } }),
  });

describe("the set-password dialog", () => {
  it("opens by itself without a password, and again on the next screen", async () => {
    as({ hasPassword: false });
    const { user, router } = renderConsole("/frog-home");
    const dialog = await screen.findByRole("dialog", { name: "set password" });
    await user.click(within(dialog).getByRole("button", { name: "Later" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "set password" })).toBeNull());
    await router.navigate("/label/task/list");
    expect(await screen.findByRole("dialog", { name: "set password" })).toBeDefined();
  });

  it("names the faults with the agreed sentences", async () => {
    const sent = as({ hasPassword: false });
    const { user } = renderConsole("/frog-home");
    const dialog = await screen.findByRole("dialog", { name: "set password" });
    await user.click(within(dialog).getByRole("button", { name: "Set password" }));
    expect(await within(dialog).findByText("please enter a password")).toBeDefined();
    await user.type(within(dialog).getByLabelText("Password"), "a long enough one");
    await user.type(within(dialog).getByLabelText("Confirm password"), "another one");
    await user.click(within(dialog).getByRole("button", { name: "Set password" }));
    expect(await within(dialog).findByText("the two passwords do not match")).toBeDefined();
    expect(sent.some((call) => call.name === "auth.setPassword")).toBe(false);
  });

  it("saves, then reloads the page", async () => {
    const reload = vi.spyOn(page, "reload").mockImplementation(() => undefined);
    const sent = as({ hasPassword: false });
    const { user } = renderConsole("/frog-home");
    const dialog = await screen.findByRole("dialog", { name: "set password" });
    await user.type(within(dialog).getByLabelText("Password"), "a long enough one");
    await user.type(within(dialog).getByLabelText("Confirm password"), "a long enough one");
    await user.click(within(dialog).getByRole("button", { name: "Set password" }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(sent.find(({ name }) => name === "auth.setPassword")?.body).toEqual({ password: "a long enough one" });
  });

  it("asks for the current one when there is one, and shows the server's refusal", async () => {
    const words = "please enter your current password";
    const sent = fakeApi({
      "auth.me": () => ({ reply: aUser() }),
      "auth.setPassword": () => ({ refuse: 403, code: "not_allowed", detail: words }),
    });
    const { user } = renderConsole("/frog-home");
    await user.click(await screen.findByRole("button", { name: "Account: Mei Lin" }));
    await user.click(await screen.findByRole("menuitem", { name: "set password" }));
    const dialog = await screen.findByRole("dialog", { name: "set password" });
    expect(within(dialog).getByText(/Forgotten\?/)).toBeDefined();
    await user.type(within(dialog).getByLabelText("New password"), "a long enough one");
    await user.type(within(dialog).getByLabelText("Confirm password"), "a long enough one{Enter}");
    expect(await within(dialog).findByText(words)).toBeDefined();
    await user.type(within(dialog).getByLabelText("Current password"), "old{Enter}");
    const bodies = () => sent.filter(({ name }) => name === "auth.setPassword").map(({ body }) => body);
    const password = "a long enough one";
    await waitFor(() => expect(bodies()).toEqual([{ password }, { password, current_password: "old" }]));
  });
});

describe("the language", () => {
  it("switches to Chinese, at once and for the next visit", async () => {
    as();
    const { user } = renderConsole("/frog-home");
    await user.click(await screen.findByRole("button", { name: "Account: Mei Lin" }));
    await user.click(await screen.findByRole("menuitem", { name: "中文" }));
    expect(await screen.findByRole("link", { name: "流式数据集查看器" })).toBeDefined();
    expect(localStorage.getItem("language")).toBe("zh");
    expect(document.documentElement.lang).toBe("zh-CN");
  });
});

describe("the theme", () => {
  it("hangs on the document and is kept", async () => {
    as();
    const { user } = renderConsole("/frog-home");
    await user.click(await screen.findByRole("button", { name: "Account: Mei Lin" }));
    await user.click(await screen.findByRole("menuitem", { name: "Dark" }));
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(localStorage.getItem("theme")).toBe("dark");
  });
});

describe("the keys", () => {
  it("open the palette over the screens the reader may open, and jump", async () => {
    as({ permissions: ["MAGI_ADMIN"] });
    const { user, router } = renderConsole("/frog-home");
    await screen.findByRole("navigation", { name: "Main menu" });
    await user.keyboard("{Control>}k{/Control}");
    const box = await screen.findByRole("combobox");
    expect(screen.queryByText("/user-manage")).toBeNull();
    await user.type(box, "platform/hist{Enter}");
    await waitFor(() => expect(router.state.location.pathname).toBe("/platform/history"));
  });

  it("show the help with ?, listing the keys of the screen", async () => {
    as();
    const { user } = renderConsole("/dev?tab=switches");
    await screen.findByRole("heading", { name: "Developer desk" });
    await user.keyboard("?");
    const help = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    expect(within(help).getByText("Check the engines now")).toBeDefined();
    expect(within(help).getByText("Search or jump")).toBeDefined();
  });

  it("do nothing while one types", async () => {
    as();
    const { user } = renderConsole("/dev?tab=reference");
    await user.type(await screen.findByRole("searchbox"), "?");
    await user.keyboard("{Control>}k{/Control}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("go to the search box with /", async () => {
    as();
    const { user } = renderConsole("/dev?tab=reference");
    const box = await screen.findByRole("searchbox");
    await user.keyboard("/");
    expect(document.activeElement).toBe(box);
  });
});

const Broken = ({ error }: { error: Error }) => {
  throw error;
};

describe("the error screen", () => {
  const renderBroken = (error: Error) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const router = createMemoryRouter([{ path: "/", element: <Broken error={error} />, ErrorBoundary: ErrorScreen }]);
    render(<RouterProvider router={router} />);
  };

  it("names the message and offers a way back", async () => {
    renderBroken(new Error("the projector burnt down"));
    expect(await screen.findByRole("heading", { name: "Unexpected Application Error!" })).toBeDefined();
    expect(screen.getByText("the projector burnt down")).toBeDefined();
    expect(screen.getByRole("link", { name: "Go to the start page" }).getAttribute("href")).toBe("#/");
  });

  it("names the status and the request id of a failed call", async () => {
    renderBroken(new ApiError({ status: 404, code: "not_found", detail: "no such task", requestId: "req-7" }));
    expect(await screen.findByText("404 no such task")).toBeDefined();
    expect(screen.getByText("req-7")).toBeDefined();
  });

  it("names 404 for an unknown address", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    renderConsole("/no-such-place");
    expect(await screen.findByText("404 Not Found")).toBeDefined();
  });
});

describe("a screen whose file is gone", () => {
  it("offers a reload instead of failing", async () => {
    const reload = vi.spyOn(page, "reload").mockImplementation(() => undefined);
    const { Component } = await loadOrOfferReload(() =>
      Promise.reject(new TypeError("Failed to fetch dynamically imported module: /assets/a.js")),
    );
    render(<Component />);
    screen.getByRole("button", { name: "Reload" }).click();
    expect(reload).toHaveBeenCalledOnce();
  });

  it("leaves a bug inside a screen a bug", async () => {
    const bug = new ReferenceError("x is not defined");
    await expect(loadOrOfferReload(() => Promise.reject(bug))).rejects.toBe(bug);
  });
});
