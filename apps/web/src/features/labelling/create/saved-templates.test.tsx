import { labelStarter } from "@dailies/contract";
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { callsOf, openAddress } from "../testing/open-labelling.tsx";

const AT = "2026-03-02T09:00:00Z";
const ID = "0198c0de-0000-7000-b300-000000000009";

const aTemplate = (archived_at: string | null) => ({
  ...labelStarter("keep_or_drop"),
  name: "Sorting",
  id: ID,
  version: 4,
  owner: "mei",
  used_by_count: 2,
  is_frozen: true,
  archived_at,
  created_at: AT,
  updated_at: AT,
});

/** The second step of the wizard; archived templates are listed when they are asked for. */
const openTemplates = async () => {
  const opened = openAddress(`/label/task/list?new=1&dataset=${ID}&view=${ID}`, {
    "labelling.listLabelTasks": () => ({ reply: { items: [], total: 0 } }),
    "labelling.listLabelTemplates": ({ url }) => ({
      reply: { items: [aTemplate(url.searchParams.get("is_archived") === "true" ? AT : null)], total: 1 },
    }),
    "labelling.deleteLabelTemplate": () => ({ reply: { ok: true, is_archived: true } }),
    "datasets.listDatasets": () => ({ refuse: 503, code: "unavailable", detail: "not needed here" }),
    "datasets.getDataset": () => ({ refuse: 503, code: "unavailable", detail: "not needed here" }),
    "datasets.listViews": () => ({ reply: { items: [], total: 0 } }),
  });
  await opened.user.type(await screen.findByRole("textbox", { name: "Task name" }), "Sort");
  await opened.user.click(screen.getByRole("button", { name: "Next" }));
  return opened;
};

it("a saved template is archived after a confirmation that says who keeps it, and the form starts over", async () => {
  const { user, sent } = await openTemplates();
  await user.click(await screen.findByRole("combobox", { name: "Saved templates" }));
  await user.click(await screen.findByTitle("Sorting v4"));
  await user.click(await screen.findByRole("button", { name: "Archive template" }));
  expect(await screen.findByText(/Tasks that use it keep it/)).toBeTruthy();
  await user.click(screen.getAllByRole("button", { name: "Archive template" }).at(-1) as HTMLElement);
  await waitFor(() => expect(callsOf(sent, "deleteLabelTemplate")[0]?.body).toEqual({ is_archived: true }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Archive template" })).toBeNull());
});

it("an archived template is listed on demand and restored", async () => {
  const { user, sent } = await openTemplates();
  await user.click(await screen.findByRole("checkbox", { name: "Show archived templates" }));
  await user.click(screen.getByRole("combobox", { name: "Saved templates" }));
  await user.click(await screen.findByTitle("Sorting v4"));
  await user.click(await screen.findByRole("button", { name: "Restore template" }));
  await waitFor(() => expect(callsOf(sent, "deleteLabelTemplate")[0]?.body).toEqual({ is_archived: false }));
  expect(await screen.findByRole("button", { name: "Archive template" })).toBeTruthy();
});
