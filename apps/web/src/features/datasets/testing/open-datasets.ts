import type { DatasetSummary } from "@dailies/contract";
import { screen } from "@testing-library/react";
import { expect } from "vitest";
import { aUser } from "../../../testing/a-user.ts";
import { fakeApi, type SentCall } from "../../../testing/fake-api.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { aDataset, aDatasetDetail, aProfile, aRun } from "./a-dataset.ts";

export type Answers = Parameters<typeof fakeApi>[0];

export const rain = aDataset(1, { name: "Rain at night", tags: ["night"], items: 12_480, kind: "WebDataset" });
export const ferry = aDataset(2, {
  name: "Ferry",
  status: "Indexing",
  version: null,
  items: null,
  duration_s: null,
  bytes: null,
  strip: [],
  run: aRun({ status: "Running", parts_done: 1, parts_total: 4, items_done: 500 }),
});
export const foreign = aDataset(3, {
  name: "Studio takes",
  owner: "lea",
  is_mine: false,
  health: {
    state: "missing",
    reason: "3 of 100 looked at are gone",
    missing_media_share: 0.03,
    checked_at: "2026-01-02T03:04:05Z",
  },
});

interface OpenOptions {
  datasets?: DatasetSummary[];
  answers?: Answers;
  permissions?: string[];
}

const gone = { refuse: 404, code: "not_found", detail: "there is no such dataset" } as const;

/** Renders the console at a URL of this feature, against contract-checked mock responses. */
export const openDatasets = (
  address = "/dataset",
  { datasets, answers = {}, permissions = [] }: OpenOptions = {},
): ReturnType<typeof renderConsole> & { sent: SentCall[] } => {
  const all = datasets ?? [rain, ferry, foreign];
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "mei", permissions }) }),
    "datasets.listDatasets": () => ({ reply: { items: all, total: all.length } }),
    "datasets.getDataset": ({ url }) => {
      const dataset = all.find(({ id }) => url.pathname.includes(id));
      return dataset ? { reply: aDatasetDetail(dataset) } : gone;
    },
    "datasets.listViews": () => ({ reply: { items: [], total: 0 } }),
    "storage.listStorageProfiles": () => ({ reply: { items: [aProfile(1)], total: 1 } }),
    "storage.browseStorage": () => ({ refuse: 404, code: "not_found", detail: "there is nothing here" }),
    ...answers,
  });
  return { sent, ...renderConsole(address) };
};

export const lastOf = (sent: SentCall[], name: string): SentCall | undefined =>
  sent.filter((call) => call.name === name).at(-1);

export const rowOf = async (name: string): Promise<HTMLElement> =>
  (await screen.findByText(name)).closest<HTMLElement>("tr") ?? expect.unreachable(`${name} is not in a row`);

export const dialogTitled = async (title: string): Promise<HTMLElement> => {
  const heading = await screen.findByText(title);
  return heading.closest<HTMLElement>('[role="dialog"]') ?? expect.unreachable(`${title} is not in a dialog`);
};

type User = ReturnType<typeof renderConsole>["user"];

export const choose = async (user: User, dataset: string, act: string): Promise<void> => {
  await user.click(await screen.findByRole("button", { name: `Actions for ${dataset}` }));
  await user.click(await screen.findByRole("menuitem", { name: act }));
};
