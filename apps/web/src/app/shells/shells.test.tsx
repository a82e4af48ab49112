import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { page } from "../../lib/page.ts";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { START_SCREEN } from "../../testing/start-screen.ts";

const as = (overrides: Parameters<typeof aUser>[0]) =>
  fakeApi({
    "auth.me": () => ({ reply: aUser(overrides) }),
    "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
    "auth.logout": () => ({ reply: { ok: true } }),
    "content.listFavorites": () => ({ reply: { items: [], total: 0, is_total_exact: true, sources: [] } }),
    ...START_SCREEN,
  });

const linksIn = (menu: HTMLElement): string[] =>
  within(menu)
    .queryAllByRole("link")
    .map((link) => link.textContent ?? "");

const mainMenu = async () => linksIn(await screen.findByRole("navigation", { name: "Main menu" }));
const sideMenu = async () => linksIn(await screen.findByRole("navigation", { name: "Side menu" }));

describe("the root shell", () => {
  it("shows the five items and More to internal people", async () => {
    as({});
    const { user } = renderConsole("/dataset");
    expect(await mainMenu()).toEqual(["dataset", "Label", "Streaming Dataset Viewer", "Playground", "Package Records"]);
    await user.click(screen.getByRole("button", { name: "More" }));
    const more = await screen.findByRole("menu");
    expect(linksIn(more)).toEqual([
      "Experiments",
      "Data experiments",
      "Data pipeline",
      "Services",
      "Developer desk",
      "Home",
    ]);
  });

  it("shows external people Home and nothing else", async () => {
    as({ role: "labeller" });
    const { router } = renderConsole("/");
    expect(await mainMenu()).toEqual(["Home"]);
    expect(router.state.location.pathname).toBe("/frog-home");
    expect(screen.queryByRole("button", { name: "More" })).toBeNull();
  });

  it("T21: keeps internal screens from external people", async () => {
    as({ role: "labeller" });
    renderConsole("/dataset");
    expect(await screen.findByRole("heading", { name: "You do not have access to this screen" })).toBeDefined();
    expect(screen.queryByText("Not available yet")).toBeNull();
  });

  it("leads internal people from / to the datasets", async () => {
    as({});
    const { router } = renderConsole("/");
    await waitFor(() => expect(router.state.location.pathname).toBe("/dataset"));
    expect(await screen.findByRole("heading", { name: "Datasets" })).toBeDefined();
  });

  it.each([
    [[], []],
    [["USE_VERSION_1_0"], ["Go to v1.0"]],
    [["MAGI_ADMIN"], ["admin backend"]],
    [
      ["USE_VERSION_1_0", "MAGI_ADMIN"],
      ["Go to v1.0", "admin backend"],
    ],
  ])("with %j offers %j", async (permissions, offered) => {
    as({ permissions });
    renderConsole("/dataset");
    await mainMenu();
    const shown = ["Go to v1.0", "admin backend"].filter((name) => screen.queryByRole("link", { name }) !== null);
    expect(shown).toEqual(offered);
  });

  it("logs out, forgets the name and reloads to /", async () => {
    const load = vi.spyOn(page, "load").mockImplementation(() => undefined);
    localStorage.setItem("username", "mei");
    const sent = as({});
    const { user } = renderConsole("/frog-home");
    await user.click(await screen.findByRole("button", { name: "Account: Mei Lin" }));
    await user.click(await screen.findByRole("menuitem", { name: "logout" }));
    await waitFor(() => expect(load).toHaveBeenCalledWith("/"));
    expect(sent.at(-1)).toMatchObject({ name: "auth.logout", method: "GET" });
    expect(localStorage.getItem("username")).toBeNull();
  });
});

describe("the version 1.0 shell", () => {
  it.each([
    ["USER_MANAGE_R", "user management"],
    ["PERM_MANAGE_R", "permission management"],
    ["PERFORMER_PLAYGROUND", "Playground"],
    ["STATIC_RESOURCE_MANAGE", "static resources"],
    ["DYNAMIC_CONFIG_MANAGE", "dynamic config"],
    ["ADMIN_MANAGE_R", "job management"],
  ])("with %s shows %s beside the task centre", async (permission, item) => {
    as({ permissions: ["USE_VERSION_1_0", permission] });
    renderConsole("/task-manage");
    expect(await sideMenu()).toEqual(["task centre", item]);
  });

  it.each(["MAGI_ADMIN", "USE_VERSION_1_0"])("with %s shows the task centre alone", async (permission) => {
    as({ permissions: ["USE_VERSION_1_0", permission] });
    renderConsole("/task-manage");
    expect(await sideMenu()).toEqual(["task centre"]);
  });

  it.each(["/task-manage", "/task-generate", "/task-benchmark"])("marks the task centre at %s", async (path) => {
    as({ permissions: ["USE_VERSION_1_0"] });
    renderConsole(path);
    const link = await screen.findByRole("link", { name: "task centre" });
    expect(link.getAttribute("aria-current")).toBe("page");
  });

  it("puts job management into the admin group", async () => {
    as({ permissions: ["USE_VERSION_1_0", "ADMIN_MANAGE_R"] });
    renderConsole("/task-manage");
    const group = await screen.findByRole("region", { name: "Admin" });
    expect(linksIn(group)).toEqual(["job management"]);
  });

  it("turns others away with a warning, to /", async () => {
    as({ permissions: ["USER_MANAGE_R"] });
    const { router } = renderConsole("/user-manage");
    expect(await screen.findByText("current user has no permission to access")).toBeDefined();
    await waitFor(() => expect(router.state.location.pathname).toBe("/dataset"));
  });

  it("says which permission a screen needs beside the area's", async () => {
    as({ permissions: ["USE_VERSION_1_0"] });
    const { router } = renderConsole("/user-manage");
    expect(await screen.findByText(/USER_MANAGE_R/)).toBeDefined();
    expect(router.state.location.pathname).toBe("/user-manage");
  });

  it("leads from /v1 to the task centre", async () => {
    as({ permissions: ["USE_VERSION_1_0"] });
    const { router } = renderConsole("/v1");
    await waitFor(() => expect(router.state.location.pathname).toBe("/task-manage"));
    expect(await screen.findByRole("link", { name: "back to old version" })).toHaveProperty(
      "href",
      expect.stringMatching(/\/$/),
    );
  });

  it("collapses, and keeps that as true or false", async () => {
    as({ permissions: ["USE_VERSION_1_0"] });
    const { user, unmount } = renderConsole("/task-manage");
    await user.click(await screen.findByRole("button", { name: "Collapse menu" }));
    expect(localStorage.getItem("menu-collapsed")).toBe("true");
    unmount();
    renderConsole("/task-manage");
    await user.click(await screen.findByRole("button", { name: "Expand menu" }));
    expect(localStorage.getItem("menu-collapsed")).toBe("false");
  });
});

describe("the platform shell", () => {
  it("opens on User with the five items for MAGI_ADMIN", async () => {
    as({ permissions: ["MAGI_ADMIN"] });
    const { router } = renderConsole("/platform");
    expect(await sideMenu()).toEqual(["User", "permission", "Content", "History", "Tools"]);
    await waitFor(() => expect(router.state.location.pathname).toBe("/platform/user"));
  });

  it.each<[string, string, string[]]>([
    ["MAGI_VIEW_USER_INFO", "/platform/user", ["User"]],
    ["MAGI_VIEW_CONSUMPTIONS", "/platform/user", ["User"]],
    ["MAGI_VIEW_SUBSCRIPTIONS", "/platform/user", ["User"]],
    ["MAGI_VIEW_PAYMENTS", "/platform/user", ["User"]],
    ["MAGI_MODIFY_CREDITS", "/platform/user", ["User", "Tools"]],
    ["MAGI_UGC_AUDIT", "/platform/content", ["Content"]],
    ["MAGI_UPLOAD_ASSETS", "/platform/uploads", ["Uploads"]],
  ])("opens for %s alone on %s with %j once fine-grained administration is on", async (flag, first, menu) => {
    as({ permissions: [flag], isFineGrained: true });
    const { router } = renderConsole("/platform");
    expect(await sideMenu()).toEqual(menu);
    await waitFor(() => expect(router.state.location.pathname).toBe(first));
    await router.navigate("/platform/history");
    expect(await screen.findByText("Ask an administrator for the permission MAGI_ADMIN.")).toBeDefined();
  });

  it("names every flag that opens a refused screen", async () => {
    as({ permissions: ["MAGI_UPLOAD_ASSETS"], isFineGrained: true });
    renderConsole("/platform/content");
    expect(
      await screen.findByText("Ask an administrator for the permission MAGI_ADMIN or MAGI_UGC_AUDIT."),
    ).toBeDefined();
  });

  it("stays closed to a single flag while fine-grained administration is off", async () => {
    as({ permissions: ["MAGI_UGC_AUDIT"] });
    const { router } = renderConsole("/platform/content");
    expect(await screen.findByText("current user has no permission to access")).toBeDefined();
    await waitFor(() => expect(router.state.location.pathname).toBe("/dataset"));
  });

  it("turns others away with a warning, to /", async () => {
    as({ permissions: ["USE_VERSION_1_0"] });
    const { router } = renderConsole("/platform/history");
    expect(await screen.findByText("current user has no permission to access")).toBeDefined();
    await waitFor(() => expect(router.state.location.pathname).toBe("/dataset"));
  });
});
