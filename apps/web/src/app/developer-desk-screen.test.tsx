import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../testing/a-user.ts";
import { fakeApi } from "../testing/fake-api.ts";
import { renderConsole } from "../testing/render-console.tsx";

const health = {
  build: { version: "0.1.0", commit: "abc123", node: "v24.0.0", mode: "test", started_at: "2026-01-02T03:04:05Z" },
  checked_at: "2026-01-02T04:04:05Z",
  engines: [
    { name: "PostgreSQL", purpose: "records", state: "healthy", version: "17.6", latency_ms: 1.26, fault: null },
    { name: "Temporal", purpose: "work", state: "down", version: null, latency_ms: 5000, fault: "connection refused" },
  ],
};

const open = (path: string) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser() }),
    "system.getHealth": () => ({ reply: health }),
  });
  return { sent, ...renderConsole(path) };
};

it("the developer screen shows every engine with state, version, answer time and fault", async () => {
  open("/dev");
  const table = await screen.findByRole("table", { name: "Engines" });
  const rows = within(table)
    .getAllByRole("row")
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows.slice(1)).toEqual([
    ["PostgreSQLrecords", "Healthy", "17.6", "1.3 ms", "none"],
    ["Temporalwork", "Down", "unknown", "5,000.0 ms", "connection refused"],
  ]);
  expect(screen.getByText("1 of 2 healthy")).toBeDefined();
});

it("the developer screen checks the engines anew with r, from another tab", async () => {
  const { user, sent, router } = open("/dev?tab=reference");
  await screen.findByRole("searchbox");
  await user.keyboard("r");
  await waitFor(() => expect(router.state.location.search).toBe("?tab=engines"));
  await screen.findByRole("table", { name: "Engines" });
  expect(sent.some((call) => call.name === "system.getHealth")).toBe(true);
});

it("the developer screen searches the API reference", async () => {
  const { user } = open("/dev?tab=reference");
  await user.type(await screen.findByRole("searchbox"), "set_password{Enter}");
  await waitFor(() => expect(screen.getByText("1 endpoint")).toBeDefined());
  expect(screen.getByText("/api/auth/set_password")).toBeDefined();
});

it("the developer screen shows the running build", async () => {
  open("/dev?tab=build");
  expect(await screen.findByText("abc123")).toBeDefined();
  expect(screen.getByText("development server")).toBeDefined();
});

it("the developer screen lets an administrator remove the demo, and nobody else", async () => {
  open("/dev?tab=build");
  await screen.findByText("abc123");
  expect(screen.queryByRole("button", { name: "Remove the demo" })).toBeNull();
  cleanup();
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ permissions: ["ADMIN_MANAGE_R"] }) }),
    "system.getHealth": () => ({ reply: health }),
    "demo.removeDemo": () => ({ reply: { tasks: 2, datasets: 5, performers: 3, performers_left: 1 } }),
  });
  const { user } = renderConsole("/dev?tab=build");
  await user.click(await screen.findByRole("button", { name: "Remove the demo" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove the demo?" });
  await user.click(within(dialog).getByRole("button", { name: "Remove the demo" }));
  await screen.findByText("Removed: 2 tasks, 5 datasets, 3 performers.");
  expect(screen.getByText(/1 performer still has calls under way/)).toBeDefined();
  expect(sent.filter(({ name }) => name === "demo.removeDemo")).toHaveLength(1);
});

it("the developer screen keeps the switch of the side menu as true or false", async () => {
  const { user } = open("/dev?tab=switches");
  await user.click(await screen.findByRole("switch", { name: "Collapse the side menu of version 1.0" }));
  expect(localStorage.getItem("menu-collapsed")).toBe("true");
});
