import type { BoardShare } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { aBoard, idOf, TASK_ID } from "../testing/a-board.ts";
import { named, openBoard } from "../testing/open-board.ts";

const GUS: BoardShare = {
  id: idOf(7),
  username: "gus",
  realname: "Gus Guest",
  is_external: true,
  shared_at: "2026-11-17T06:00:00.000Z",
};

it("the share dialog lists the people and removes one", async () => {
  let items = [GUS];
  const { user, sent } = openBoard({
    evaluation: { is_mine: true },
    answers: {
      "leaderboards.listBoardShares": () => ({ reply: { items } }),
      "leaderboards.unshareBoard": () => {
        items = [];
        return { reply: { items } };
      },
    },
  });
  await user.click(await screen.findByRole("button", { name: "Share" }));
  const dialog = await screen.findByRole("dialog", { name: "Share the leaderboard of Night drive" });
  expect(await within(dialog).findByText("Gus Guest")).toBeDefined();
  await user.click(within(dialog).getByRole("button", { name: "Remove gus" }));
  expect(await within(dialog).findByText("The leaderboard is not shared with anybody.")).toBeDefined();
  expect(named(sent, "leaderboards.unshareBoard").map(({ body }) => body)).toEqual([{ user_id: GUS.id }]);
});

it("the results of another person's task cannot be shared", async () => {
  openBoard({ evaluation: { is_mine: false } });
  expect(await screen.findByRole("table", { name: /^Leaderboard:/ })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
});

const asGuest = (getSharedBoard: () => { reply: unknown } | { refuse: number; code: string; detail: string }) =>
  fakeApi({
    "auth.me": () => ({ reply: aUser({ role: "partner" }) }),
    "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
    "evaluations.listMyQueue": () => ({ reply: { tasks: [] } }),
    "leaderboards.listSharedBoards": () => ({
      reply: {
        items: [
          { task_id: TASK_ID, name: "Night drive", status: "Finished", shared_by: "mei", shared_at: GUS.shared_at },
        ],
      },
    }),
    "leaderboards.getSharedBoard": getSharedBoard,
  });

it("an external user opens a shared leaderboard from home, without downloads", async () => {
  const sent = asGuest(() => ({ reply: aBoard() }));
  const { user } = renderConsole("/frog-home");
  const region = await screen.findByRole("region", { name: "Shared with you" });
  await user.click(await within(region).findByRole("link", { name: /Night drive/ }));
  expect(await screen.findByRole("table", { name: /^Leaderboard:/ })).toBeDefined();
  expect(screen.queryByRole("link", { name: "CSV" })).toBeNull();
  await waitFor(() => expect(named(sent, "leaderboards.getSharedBoard")).toHaveLength(1));
  expect(named(sent, "leaderboards.listSnapshots")).toEqual([]);
});

it("a leaderboard that is no longer shared says so", async () => {
  asGuest(() => ({ refuse: 404, code: "not_found", detail: "there is no such leaderboard" }));
  renderConsole(`/shared-board?task=${TASK_ID}`);
  expect(await screen.findByRole("heading", { name: "Leaderboard not found" })).toBeDefined();
});

it("the address of no leaderboard stays where it is and leads to those that are shared", async () => {
  asGuest(() => ({ reply: aBoard() }));
  const { user } = renderConsole("/shared-board");
  expect(await screen.findByRole("heading", { name: "No leaderboard chosen" })).toBeDefined();
  await user.click(screen.getByRole("link", { name: "Go to the home page" }));
  expect(await screen.findByRole("region", { name: "Shared with you" })).toBeDefined();
});
