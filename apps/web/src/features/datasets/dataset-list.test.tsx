import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { aDataset, aProfile, aRun } from "./testing/a-dataset.ts";
import { choose, dialogTitled, ferry, foreign, lastOf, openDatasets, rain, rowOf } from "./testing/open-datasets.ts";

const rowNames = (): string[] =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("gridcell")[1]?.textContent ?? "");

describe("the list of datasets", () => {
  it("shows what each is, how large it is and how its files fare", async () => {
    openDatasets();
    const row = await rowOf("Rain at night");
    for (const text of ["WebDataset", "12,480", "2 h 30 m", "1.40 GB", "v1", "Reachable", "night", "mei"]) {
      expect(within(row).getByText(text)).toBeDefined();
    }
    expect(row.querySelectorAll("img")[2]?.getAttribute("src")).toBe(
      `/api_v1/dataset/${rain.id}/poster/2?what=poster&version=1`,
    );
    const missing = within(await rowOf("Studio takes")).getByText("3.0 % missing");
    expect(missing.closest("[title]")?.getAttribute("title")).toContain("3 of 100 looked at are gone");
  });

  it("shows how far an indexing is and no size before it is known", async () => {
    openDatasets();
    const row = await rowOf("Ferry");
    expect(within(row).getByRole("progressbar", { name: "Indexing Ferry" }).getAttribute("aria-valuenow")).toBe("25");
    expect(within(row).getAllByText("–").length).toBeGreaterThanOrEqual(4);
  });

  it("searches, narrows and sorts in the browser, from the address", async () => {
    const { sent, user, router } = openDatasets("/dataset?kind=MDS&sort=name&order=asc", {
      datasets: [rain, foreign, aDataset(4, { name: "Alps" })],
    });
    await rowOf("Alps");
    expect(rowNames()).toEqual(["Alps", "Studio takes"]);
    await user.type(screen.getByRole("searchbox", { name: "Name, tag or URI" }), "lea{Enter}");
    await waitFor(() => expect(rowNames()).toEqual(["Studio takes"]));
    expect(router.state.location.search).toContain("q=lea");
    expect(sent.filter(({ name }) => name === "datasets.listDatasets")).toHaveLength(1);
  });

  it("keeps pinned ones on top and pins at once", async () => {
    const { sent, user } = openDatasets("/dataset?sort=name&order=asc", {
      answers: { "datasets.pinDataset": () => ({ reply: { is_pinned: true } }) },
      datasets: [aDataset(1, { name: "Alps" }), aDataset(2, { name: "Beach", is_pinned: true })],
    });
    await rowOf("Alps");
    expect(rowNames()).toEqual(["Beach", "Alps"]);
    await user.click(screen.getByRole("button", { name: "Pin Alps" }));
    await waitFor(() => expect(lastOf(sent, "datasets.pinDataset")?.body).toEqual({ is_pinned: true }));
  });

  it("shows the same as cards, chosen by a key", async () => {
    const { user, router } = openDatasets();
    await rowOf("Ferry");
    await user.keyboard("v");
    const link = await screen.findByRole("link", { name: "Rain at night" });
    expect(link.getAttribute("href")).toContain(`/dataset?id=${rain.id}`);
    expect(router.state.location.search).toBe("?view=cards");
    expect(screen.getByText("12,480 items")).toBeDefined();
  });

  it("draws five thousand and holds only a window of them", async () => {
    const many = Array.from({ length: 5_000 }, (_, place) => aDataset(place, { name: `Set ${place}` }));
    const first = openDatasets("/dataset", { datasets: many });
    await screen.findByText("5,000 rows");
    expect(screen.getAllByRole("row").length).toBeLessThan(80);
    first.unmount();
    openDatasets("/dataset?view=cards", { datasets: many });
    await waitFor(() => expect(screen.getAllByRole("listitem").length).toBeGreaterThan(5));
    expect(document.querySelectorAll("article").length).toBeLessThan(60);
  });

  it("offers a demo set when there is nothing, and says how to make one when there is none", async () => {
    const { user, router, unmount } = openDatasets("/dataset", {
      datasets: [],
      answers: {
        "storage.browseStorage": ({ url }) => ({
          reply: {
            uri: url.searchParams.get("uri") ?? "",
            profile_id: aProfile(1).id,
            folders: ["mds/", "webdataset/"],
            files: [],
            is_truncated: false,
          },
        }),
      },
    });
    await screen.findByRole("heading", { name: "No datasets yet" });
    await user.click(await screen.findByRole("button", { name: "webdataset" }));
    await waitFor(() => expect(router.state.location.search).toContain("open=register"));
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Location" }).value).toBe(
      "s3://datasets/demo/webdataset/",
    );
    unmount();
    openDatasets("/dataset", { datasets: [] });
    expect(await screen.findByText("./dev seed datasets")).toBeDefined();
  });

  it("says that nothing matches and clears the filters", async () => {
    const { user, router } = openDatasets("/dataset?q=nowhere&view=cards");
    await screen.findByRole("heading", { name: "No dataset matches" });
    const [clear] = screen.getAllByRole("button", { name: "Clear filters" });
    if (clear) await user.click(clear);
    await waitFor(() => expect(router.state.location.search).toBe("?view=cards"));
  });

  it.each(["/dataset", "/dataset?view=cards"])(
    "stands with the reason when it cannot be loaded: %s",
    async (address) => {
      openDatasets(address, {
        answers: { "datasets.listDatasets": () => ({ refuse: 500, detail: "the catalogue does not answer" }) },
      });
      const main = await screen.findByRole("main");
      expect(await within(main).findByText("the catalogue does not answer")).toBeDefined();
    },
  );
});

describe("acts on datasets", () => {
  it("copies the address and the snippet", async () => {
    const { user } = openDatasets();
    const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await rowOf("Rain at night");
    await choose(user, "Rain at night", "Copy URI");
    expect(await screen.findByText("URI copied.")).toBeDefined();
    await choose(user, "Rain at night", "Copy as Python");
    expect(written.mock.calls.map(([text]) => text)).toEqual([rain.uri, expect.stringContaining("webdataset as wds")]);
  });

  it("shows the text where the browser refuses to copy", async () => {
    const { user } = openDatasets();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("refused"));
    await rowOf("Rain at night");
    await choose(user, "Rain at night", "Copy URI");
    const box = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Text to copy" });
    expect(box.value).toBe(rain.uri);
  });

  it("offers only looking at what belongs to others, and everything to administrators", async () => {
    const { user, unmount } = openDatasets();
    const acts = async (): Promise<string[]> => {
      await user.click(await screen.findByRole("button", { name: "Actions for Studio takes" }));
      const menu = await screen.findByRole("menu");
      return within(menu)
        .getAllByRole("menuitem")
        .map(({ textContent }) => textContent);
    };
    const looking = ["Open items", "Open in viewer", "New package", "Copy URI", "Copy as Python", "Pin to top"];
    expect(await acts()).toEqual(looking);
    unmount();
    openDatasets("/dataset", { permissions: ["ADMIN_MANAGE_R"] });
    expect(await acts()).toEqual([...looking, "Edit details", "Reindex", "Delete"]);
  });

  it("edits on the revision that was read", async () => {
    const { user, sent } = openDatasets("/dataset", {
      answers: { "datasets.updateDataset": () => ({ reply: { ...rain, name: "Rain at night 2" } }) },
    });
    await rowOf("Rain at night");
    await choose(user, "Rain at night", "Edit details");
    const dialog = await dialogTitled("Edit Rain at night");
    await user.type(await within(dialog).findByLabelText("Name"), " 2");
    await user.click(within(dialog).getByRole("button", { name: "Save changes" }));
    await waitFor(() =>
      expect(lastOf(sent, "datasets.updateDataset")?.body).toEqual({
        name: "Rain at night 2",
        description: "",
        tags: ["night"],
        expect_revision: 1,
      }),
    );
  });

  it("indexes again with a note", async () => {
    const { user, sent } = openDatasets("/dataset", {
      answers: { "datasets.indexDataset": () => ({ reply: aRun({ status: "Waiting" }) }) },
    });
    await rowOf("Rain at night");
    await choose(user, "Rain at night", "Reindex");
    const dialog = await dialogTitled("Reindex Rain at night");
    await user.type(within(dialog).getByLabelText(/^Note/), "new shards");
    await user.click(within(dialog).getByRole("button", { name: "Reindex dataset" }));
    await waitFor(() => expect(lastOf(sent, "datasets.indexDataset")?.body).toEqual({ note: "new shards" }));
  });

  it("cancels an indexing after asking", async () => {
    const { user, sent } = openDatasets("/dataset", {
      answers: { "datasets.cancelIndexing": () => ({ reply: aRun({ status: "Cancelled" }) }) },
    });
    await rowOf("Ferry");
    await choose(user, "Ferry", "Cancel indexing");
    const dialog = await dialogTitled("Cancel indexing of Ferry?");
    expect(within(dialog).getByText(/has no items until it is indexed again/)).toBeDefined();
    await user.click(within(dialog).getByRole("button", { name: "Cancel indexing" }));
    await waitFor(() => expect(lastOf(sent, "datasets.cancelIndexing")?.url.pathname).toContain(ferry.id));
  });

  it("deletes only after the name was typed, and keeps a refusal in the dialog", async () => {
    const { user, sent } = openDatasets("/dataset", {
      permissions: ["ADMIN_MANAGE_R"],
      answers: { "datasets.deleteDataset": () => ({ refuse: 409, code: "conflict", detail: "a package uses it" }) },
    });
    await rowOf("Studio takes");
    await choose(user, "Studio takes", "Delete");
    const dialog = await dialogTitled("Delete Studio takes?");
    expect(within(dialog).getByText(/The files at s3:\/\/datasets\/set-3\/ are not touched/)).toBeDefined();
    const remove = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Delete dataset" });
    expect(remove.disabled).toBe(true);
    await user.type(within(dialog).getByLabelText("Type “Studio takes” to confirm"), "Studio takes");
    await user.click(remove);
    expect(await within(dialog).findByText("a package uses it")).toBeDefined();
    expect(lastOf(sent, "datasets.deleteDataset")?.url.pathname).toContain(foreign.id);
  });
});
