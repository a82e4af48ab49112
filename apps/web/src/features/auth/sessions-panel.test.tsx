import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const session = (id: number, userAgent: string, isCurrent = false) => ({
  id: `0198c0de-0000-7000-8000-00000000000${id}`,
  is_current: isCurrent,
  user_agent: userAgent,
  network: "10.0.0.0/24",
  created_at: "2026-01-02T03:04:05Z",
  last_seen_at: "2026-01-02T04:04:05Z",
});

const open = () => {
  let items = [session(1, "Firefox/142.0 (X11; Linux x86_64)", true), session(2, "curl/8.9"), session(3, "")];
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser() }),
    "auth.listSessions": () => ({ reply: { items, total: items.length } }),
    "auth.endSession": ({ url }) => {
      items = items.filter((item) => !url.pathname.endsWith(item.id));
      return { reply: { ok: true } };
    },
    "auth.endOtherSessions": () => {
      const ended = items.length - 1;
      items = items.filter((item) => item.is_current);
      return { reply: { ended } };
    },
  });
  return { sent, ...renderConsole("/dev?tab=sessions") };
};

it("the sessions panel lists one's own sessions and marks this one", async () => {
  open();
  const rows = await screen.findAllByRole("listitem");
  expect(rows.map((row) => within(row).queryByText("This session") !== null)).toEqual([true, false, false]);
  expect(screen.getByText("Firefox on Linux")).toBeDefined();
  expect(screen.getByText("Unknown device")).toBeDefined();
});

it("the sessions panel ends one session", async () => {
  const { user, sent } = open();
  await user.click(await screen.findByRole("button", { name: "End the session on curl" }));
  await waitFor(() => expect(screen.queryByText("curl")).toBeNull());
  expect(sent.find((call) => call.name === "auth.endSession")?.method).toBe("DELETE");
});

it("the sessions panel ends all others after asking", async () => {
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "End all other sessions" }));
  const dialog = await screen.findByRole("dialog", { name: "End all other sessions?" });
  await user.click(within(dialog).getByRole("button", { name: "End all other sessions" }));
  await waitFor(() => expect(screen.getAllByRole("listitem").length).toBe(1));
  expect(screen.getByText("This session")).toBeDefined();
});
