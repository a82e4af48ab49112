import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aDetail, anEstimate, aRunning, aView, DATASET_ID, VIEW_ID } from "../testing/a-package.ts";
import { callsOf, openPackages } from "../testing/open-packages.ts";

const FROM_VIEW = `/package-records?new=1&dataset=${DATASET_ID}&view=${VIEW_ID}`;
const made = aRunning(7);
const makes = { "packages.createPackage": () => ({ reply: aDetail(made) }) };

const estimated = async (): Promise<HTMLElement> => {
  const panel = await screen.findByRole("region", { name: "Estimate" });
  await within(panel).findByText("1,204", { selector: "dd" });
  return panel;
};

describe("the form of a new package", () => {
  it("estimates a preset view with the usual columns", async () => {
    const { sent } = openPackages(FROM_VIEW);
    const panel = await estimated();
    for (const text of [
      "256 MB",
      "≈ 2 m 00 s",
      "6 of 1,210 items are left out:",
      "Some samples are larger than a shard: each of them gets a shard of its own.",
    ])
      expect(within(panel).getByText(text)).toBeDefined();
    expect(screen.getByRole("region", { name: "Training buckets" }).textContent).toContain("720p");
    expect(screen.getByText("Version 3, 1,210 items · fps > 24")).toBeDefined();
    expect(callsOf(sent, "estimatePackage")[0]?.body).toMatchObject({
      view_id: VIEW_ID,
      settings: {
        format: "MDS",
        columns: [
          { source: "$media", name: "video" },
          { source: "key", name: "key" },
          { source: "caption", name: "caption" },
        ],
      },
    });
  });

  it("estimates again after a change, and shows why it cannot", async () => {
    const { sent, user } = openPackages(FROM_VIEW, {
      answers: {
        "packages.estimatePackage": ({ body }) =>
          (body as { settings: { format: string } }).settings.format === "MDS"
            ? { reply: anEstimate() }
            : { refuse: 422, code: "invalid", detail: "this view is too large" },
      },
    });
    await estimated();
    await user.click(screen.getByRole("radio", { name: "WebDataset" }));
    expect(await screen.findByText("this view is too large")).toBeDefined();
    expect(callsOf(sent, "estimatePackage")).toHaveLength(2);
  });

  it("lists labels by their set, and says why bytes are not packed", async () => {
    const { user, sent } = openPackages(FROM_VIEW);
    await estimated();
    expect(screen.getByText("Labels “review” of the task Keep or drop")).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "thumbnail" }).disabled).toBe(true);
    expect(screen.getByText("Bytes other than the clip are not packed")).toBeDefined();
    await user.click(screen.getByRole("checkbox", { name: "review.keep" }));
    const name = screen.getByRole<HTMLInputElement>("textbox", { name: "Name of review.keep in the package" });
    expect(name.value).toBe("review_keep");
    await user.clear(name);
    await user.type(name, "caption");
    expect(screen.getAllByText("Two columns have this name.")).toHaveLength(2);
    expect(callsOf(sent, "createPackage")).toHaveLength(0);
  });

  it("says what is missing and creates nothing without it", async () => {
    const { user, sent } = openPackages("/package-records?new=1");
    await user.click(await screen.findByRole("button", { name: "Create package" }));
    for (const text of ["Choose a dataset.", "Choose a view.", "Enter a name."])
      expect(await screen.findByText(text)).toBeDefined();
    expect(callsOf(sent, "createPackage")).toHaveLength(0);
  });

  it("creates the package once, whatever is clicked, and opens it", async () => {
    const { user, sent, router } = openPackages(FROM_VIEW, { packages: [made], answers: makes });
    await estimated();
    await user.type(screen.getByRole("textbox", { name: "Name" }), "night-drives");
    await user.dblClick(screen.getByRole("button", { name: "Create package" }));
    expect(await screen.findByRole("heading", { name: "night-drives@7" })).toBeDefined();
    expect(router.state.location.search).toBe(`?id=${made.id}`);
    const keys = callsOf(sent, "createPackage").map(({ body }) => (body as { request_key: string }).request_key);
    expect(new Set(keys).size).toBe(1);
  });

  it("keeps the draft when it is closed by mistake, and shows a refusal in the form", async () => {
    const { user, router } = openPackages(FROM_VIEW, {
      answers: {
        "packages.createPackage": () => ({ refuse: 409, code: "conflict", detail: "3 packages are being written" }),
      },
    });
    await estimated();
    await user.type(screen.getByRole("textbox", { name: "Name" }), "fog");
    await user.click(screen.getByRole("button", { name: "Create package" }));
    expect((await screen.findAllByText("3 packages are being written")).length).toBeGreaterThan(0);
    await router.navigate("/package-records");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "New package" })).toBeNull());
    const [button] = screen.getAllByRole("button", { name: "New package" });
    if (button) await user.click(button);
    const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name" });
    expect(name.value).toBe("fog");
  });

  it("packs a whole version of a dataset without views", async () => {
    const saved = aView({ name: "All items of version 3", where: "", items: 2_000 });
    let views: ReturnType<typeof aView>[] = [];
    const { user, sent } = openPackages(`/package-records?new=1&dataset=${DATASET_ID}`, {
      answers: {
        "datasets.listViews": () => ({ reply: { items: views, total: views.length } }),
        "datasets.saveView": () => {
          views = [saved];
          return { reply: saved };
        },
      },
    });
    await user.click(await screen.findByRole("button", { name: "Use all 2,000 items of version 3" }));
    await estimated();
    expect(sent.find(({ name }) => name === "datasets.saveView")?.body).toMatchObject({ version: 3 });
  });
});
