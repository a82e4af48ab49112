import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../testing/a-user.ts";
import { fakeApi } from "../testing/fake-api.ts";
import { renderConsole } from "../testing/render-console.tsx";

const as = (overrides: Parameters<typeof aUser>[0], answers: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "auth.me": () => ({ reply: aUser(overrides) }),
    "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
    "evaluations.listMyQueue": () => ({ reply: { tasks: [] } }),
    "tasks.listTasks": () => ({ reply: { items: [], total: 0 } }),
    "credits.listGrantRequests": () => ({ reply: { items: [], total: 0 } }),
    "approvals.listApprovals": () => ({ reply: { items: [], total: 0 } }),
    ...answers,
  });

it("the home screen greets by the real name and says that nothing is waiting", async () => {
  as({});
  renderConsole("/frog-home");
  expect(await screen.findByRole("heading", { name: "Welcome, Mei Lin" })).toBeDefined();
  expect(await screen.findByText("Your queue is empty")).toBeDefined();
});

it("the home screen asks only for what this person may read", async () => {
  const sent = as({});
  renderConsole("/frog-home");
  await screen.findByText("Your queue is empty");
  const names = sent.map(({ name }) => name);
  expect(names).toContain("evaluations.listMyQueue");
  expect(names).not.toContain("tasks.listTasks");
  expect(names).not.toContain("credits.listGrantRequests");
});

it("the home screen leads to a grant that waits for approval", async () => {
  const request = {
    id: "0192f3a4-0000-7000-8000-000000000001",
    user_email: "ann@example.com",
    amount: 200_000,
    category: "promo",
    reason: "partner",
    ticket_url: null,
    expires_at: null,
    status: "pending",
    requested_by: "lea",
    requested_at: "2026-11-16T10:00:00.000Z",
    decided_by: null,
    decided_at: null,
    decided_reason: "",
  };
  as(
    { permissions: ["MAGI_ADMIN"] },
    { "credits.listGrantRequests": () => ({ reply: { items: [request], total: 1 } }) },
  );
  renderConsole("/frog-home");
  const entry = await screen.findByRole("link", { name: /Approve.*1 grant of credits/ });
  expect(entry.getAttribute("href")).toBe("/platform/user");
});

it("the home screen does not call a queue empty that could not be loaded", async () => {
  as({}, { "evaluations.listMyQueue": () => ({ refuse: 503, code: "unavailable", detail: "the database is away" }) });
  renderConsole("/frog-home");
  expect(await screen.findByText("Part of your queue could not be loaded")).toBeDefined();
  expect(screen.queryByText("Your queue is empty")).toBeNull();
});

it("the home screen puts a missing password first", async () => {
  as({ hasPassword: false });
  renderConsole("/frog-home");
  expect(await screen.findByText("You have no password yet")).toBeDefined();
});

it("the home screen shows only the screens this person may open", async () => {
  as({ permissions: ["MAGI_ADMIN"] });
  renderConsole("/frog-home");
  const console = await screen.findByRole("region", { name: "Console" });
  const places = within(console).getAllByRole("link");
  const texts = places.map(({ textContent }) => textContent);
  const built = [
    "Datasets",
    "Label",
    "Streaming Dataset Viewer",
    "Playground",
    "Package Records",
    "Experiments",
    "Data experiments",
    "Data pipeline",
    "Inference services",
    "Developer desk",
  ];
  expect(texts).toEqual(built.map((name) => expect.stringContaining(name)));
  expect(texts.filter((text) => text.includes("Not available yet"))).toEqual([]);
  expect(screen.getByRole("region", { name: "Platform admin" })).toBeDefined();
  expect(screen.queryByRole("region", { name: "Version 1.0" })).toBeNull();
});

it("the home screen tells external people neither of grants to approve nor of changes of administration", async () => {
  as({ role: "external" });
  const external = renderConsole("/frog-home");
  expect(await screen.findByText("Judging and labelling you were asked for appear here.")).toBeDefined();
  expect(screen.queryByRole("heading", { name: "Release notes" })).toBeNull();
  external.unmount();
  as({ permissions: ["MAGI_ADMIN", "USE_VERSION_1_0"] });
  renderConsole("/frog-home");
  expect(
    await screen.findByText(/asked for, grants to approve, and failed cells of your tasks appear here/),
  ).toBeDefined();
  expect(screen.getByRole("heading", { name: "Release notes" })).toBeDefined();
});
