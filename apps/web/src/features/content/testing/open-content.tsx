import type { FavoriteItem } from "@dailies/contract";
import { screen } from "@testing-library/react";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { aFavorite, aProject, aTask, aTaskDetail } from "./some-content.ts";

type Answers = Parameters<typeof fakeApi>[0];

export const pageOf = (items: FavoriteItem[], total = items.length) => ({
  reply: { items, total, is_total_exact: true, sources: ["app", "web"] },
});

export const operator = (permissions = ["MAGI_ADMIN", "USE_VERSION_1_0"]) => ({
  reply: aUser({ username: "ada", permissions }),
});

/** Renders the screen at a URL, against a mock server with three favourites of one project. */
export const openContent = (
  search = "",
  answers: Answers = {},
): ReturnType<typeof renderConsole> & { sent: SentCall[] } => {
  const sent = fakeApi({
    "auth.me": () => operator(),
    "content.listFavorites": () => pageOf([aFavorite(1), aFavorite(2), aFavorite(3)]),
    "content.getProjectTask": ({ url }) => ({ reply: aTaskDetail(url.pathname.split("/").at(-1) ?? "") }),
    "content.listProjectTasks": () => ({
      reply: { items: [aTask("tsk_2", { parent_task_id: "tsk_1" }), aTask("tsk_1")], total: 2, project: aProject() },
    }),
    ...answers,
  });
  return { sent, ...renderConsole(`/platform/content${search}`) };
};

export const callsOf = (sent: readonly SentCall[], name: string): SentCall[] =>
  sent.filter((call) => call.name === `content.${name}`);

/** Finds a stacked dialog by its title: in tests antd gives all titles the same id, so all dialogs have the same name. */
export const findOnTop = async (title: string): Promise<HTMLElement> => {
  const dialog = (await screen.findByText(title, { selector: ".ant-modal-title" })).closest("[role=dialog]");
  if (!(dialog instanceof HTMLElement)) throw new Error("this title is not that of a dialog");
  return dialog;
};
