import type { Notification, NotificationSummary } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const AT = "2026-11-17T06:00:00.000Z";
const TASK = { id: "0192f3a4-0000-7000-8000-000000000001", name: "Night scenes", kind: "Benchmark" } as const;
const LABEL_TASK = { id: "0192f3a4-0000-7000-8000-000000000002", name: "Night captions" };
const ITEMS: Notification[] = [
  { id: 6, kind: "labelling_asked", label_task: LABEL_TASK, created_at: AT, is_read: true },
  { id: 5, kind: "label_returned", label_task: LABEL_TASK, created_at: AT, is_read: true },
  { id: 4, kind: "judging_opened", task: TASK, created_at: AT, is_read: false },
  { id: 3, kind: "generation_finished", task: TASK, succeeded: 44, failed: 4, created_at: AT, is_read: true },
  { id: 2, kind: "request_decided", what: "grant", decision: "approved", by: "lea", created_at: AT, is_read: true },
  { id: 1, kind: "board_shared", task: TASK, by: "tom", created_at: AT, is_read: true },
];

const openConsole = (items: readonly Notification[]) => {
  let summary: NotificationSummary = { unread: items.length > 0 ? 1 : 0, is_mailed: true, language: "en" };
  const change = (changed: Partial<NotificationSummary>) => {
    summary = { ...summary, ...changed };
    return { reply: summary };
  };
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({}) }),
    "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
    "evaluations.listMyQueue": () => ({ reply: { tasks: [] } }),
    "notifications.getNotificationSummary": () => ({ reply: summary }),
    "notifications.listNotifications": () => ({ reply: { items, next_before: null } }),
    "notifications.markNotificationsRead": () => change({ unread: 0 }),
    "notifications.changeNotificationSettings": ({ body }) => change(body as NotificationSummary),
  });
  return { sent, ...renderConsole("/frog-home") };
};

const openList = async (user: ReturnType<typeof openConsole>["user"]) => {
  await user.click(await screen.findByRole("button", { name: /^Notifications/ }));
  return screen.findByRole("dialog", { name: "Notifications" });
};

it("the bell shows how many notifications are unread", async () => {
  openConsole(ITEMS);
  expect(await screen.findByRole("button", { name: "Notifications, 1 unread" }, { timeout: 5_000 })).toBeDefined();
});

it("the notification list leads to the screen of each entry and marks all up to the newest as read", async () => {
  const { user, sent } = openConsole(ITEMS);
  const list = await openList(user);
  const links = await within(list).findAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    `/label/task/${LABEL_TASK.id}`,
    `/label/task/${LABEL_TASK.id}`,
    `/evaluating?task=${TASK.id}`,
    `/task-generate?task=${TASK.id}`,
    "/platform/user",
    `/shared-board?task=${TASK.id}`,
  ]);
  expect(within(list).getByText("Generation finished, 44 ready, 4 cells failed")).toBeDefined();
  await user.click(within(list).getByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(within(list).getByText("Nothing unread")).toBeDefined());
  expect(sent.find(({ name }) => name === "notifications.markNotificationsRead")?.body).toEqual({ up_to: 6 });
});

it("the notification list turns mails off", async () => {
  const { user, sent } = openConsole([]);
  const list = await openList(user);
  expect(await within(list).findByText("No notifications")).toBeDefined();
  await user.click(await within(list).findByRole("switch", { name: "Send me e-mail when I am asked to judge" }));
  await waitFor(() =>
    expect(sent.find(({ name }) => name === "notifications.changeNotificationSettings")?.body).toEqual({
      is_mailed: false,
      language: "en",
    }),
  );
});
