import type { TemplateFile } from "@dailies/contract";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { aDimension, aSet, bodyOfLast, openEditor } from "./testing/fake-dimensions.ts";

const motion = aDimension(1, { name: "Motion", used_by: 1, is_frozen: true, tags: ["look"] });
const colour = aDimension(2, { name: "Colour" });
const sharp = aDimension(3, { name: "Sharp", source: "auto", metric_key: "sharpness", field: { type: "number" } });
const both = aSet(1, [motion, colour], { name: "Looks" });

const at = (query = "") => `/dimension-set-editor?template=${both.id}${query}`;
const world = (set = both) => ({ dimensions: [motion, colour, sharp], sets: [set] });

const dialogTitled = async (title: string): Promise<HTMLElement> => {
  const heading = await screen.findByText(title);
  return heading.closest<HTMLElement>('[role="dialog"]') ?? expect.unreachable(`${title} is not in a dialog`);
};
const entries = async (): Promise<HTMLElement> => screen.findByRole("region", { name: "Questions" });
const namesIn = (list: HTMLElement): (string | null | undefined)[] =>
  within(list)
    .getAllByRole("listitem")
    .map((row) => row.querySelector("button span")?.textContent);
const saveSet = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Save set|^Save as v/ });

describe("the sets", () => {
  it("begin with ready ones when there are none, each made once", async () => {
    const made = aSet(7, [motion], { name: "From a starter" });
    const open = openEditor(
      "/dimension-set-editor",
      { dimensions: [motion], sets: [] },
      {
        "dimensions.createFromStarter": () => ({ reply: made }),
        "dimensions.getTemplate": () => ({ reply: made }),
      },
    );
    expect(await screen.findByText("No sets yet")).toBeTruthy();
    await open.user.click(
      screen.getByRole("button", { name: "Use template Comparison category rating (CCR), −3 to +3" }),
    );
    await waitFor(() => expect(open.router.state.location.search).toBe(`?template=${made.id}`));
    expect(bodyOfLast(open.sent, "createFromStarter")).toMatchObject({ starter: "ccr" });
  });

  it("are listed with what they hold, and opened", async () => {
    const open = openEditor("/dimension-set-editor", world());
    await open.user.click(await screen.findByText("Looks"));
    await waitFor(() => expect(open.router.state.location.search).toContain(both.id));
  });

  it("say so when they cannot be loaded or are not for the reader", async () => {
    openEditor("/dimension-set-editor", world(), {
      "dimensions.listTemplates": () => ({ refuse: 500, detail: "broken" }),
    });
    expect(await screen.findByText("Loading failed")).toBeTruthy();
    openEditor("/dimension-set-editor", world(), { "auth.me": () => ({ reply: aUser({ permissions: [] }) }) });
    expect(await screen.findByText("You do not have access to this screen")).toBeTruthy();
  });

  it("come from a file only after it was looked at", async () => {
    const file: TemplateFile = {
      format: "dailies-dimension-set",
      format_version: 1,
      template: { name: "From afar", mode: "rating", instructions: "", judges_per_item: 3 },
      items: [{ ...contentOf(motion), key: "motion", section: "" }],
    };
    let outcome: "taken" | "new" = "taken";
    const open = openEditor("/dimension-set-editor", world(), {
      "dimensions.importTemplate": ({ body }) => ({
        reply: {
          template: (body as { is_dry_run: boolean }).is_dry_run ? null : both,
          dimensions: [{ key: "motion", name: "Motion", outcome }],
        },
      }),
    });
    await open.user.click(await screen.findByRole("button", { name: "Import set" }));
    const dialog = await screen.findByRole("dialog");
    const choose = (words: string) =>
      open.user.upload(
        within(dialog).getByLabelText("Choose file"),
        new File([words], "set.json", { type: "application/json" }),
      );
    const apply = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Import the set" });
    await choose("{");
    expect(await within(dialog).findByText(/is not valid JSON/)).toBeTruthy();
    await choose('{"format":"else"}');
    expect(await within(dialog).findByText(/is not a dimension set/)).toBeTruthy();
    await choose(JSON.stringify(file));
    expect(await within(dialog).findByText(/Exists with another owner/)).toBeTruthy();
    expect(apply.disabled).toBe(true);
    outcome = "new";
    await choose(JSON.stringify(file));
    expect(await within(dialog).findByText("Will be created")).toBeTruthy();
    await open.user.click(apply);
    await waitFor(() => expect(open.router.state.location.search).toBe(`?template=${both.id}`));
  });
});

const contentOf = ({ name, description, rubric, field, is_required, direction, weight, ...more }: typeof motion) => ({
  name,
  description,
  rubric,
  field,
  is_required,
  direction,
  weight,
  source: more.source,
  metric_key: more.metric_key,
  applies_to: more.applies_to,
  tags: more.tags,
});

describe("the editor of a set", () => {
  it("adds, weighs, moves by keys and by dragging, and saves", async () => {
    const open = openEditor(at(), world());
    const list = await entries();
    expect(saveSet().disabled).toBe(true);
    await open.user.click(await screen.findByRole("button", { name: "Add Sharp to the set" }));
    expect(namesIn(list)).toEqual(["Motion", "Colour", "Sharp"]);
    expect(within(list).getAllByText("33.3 %")).toHaveLength(3);

    within(list)
      .getByRole("button", { name: /^Sharp/ })
      .focus();
    await open.user.keyboard("{Alt>}{ArrowUp}{ArrowUp}{/Alt}");
    expect(namesIn(list)).toEqual(["Sharp", "Motion", "Colour"]);
    expect(document.activeElement?.textContent).toContain("Sharp");
    const [first, , third] = within(list).getAllByRole("listitem");
    if (!first || !third) throw new Error("rows are missing");
    fireEvent.dragStart(third);
    fireEvent.dragOver(first);
    fireEvent.drop(first);
    expect(namesIn(list)).toEqual(["Colour", "Sharp", "Motion"]);

    const weight = within(list).getByRole("spinbutton", { name: "Weight of Colour" });
    await open.user.clear(weight);
    await open.user.type(weight, "2");
    expect(within(list).getByText("50 %")).toBeTruthy();
    await open.user.click(saveSet());
    await waitFor(() => expect(saveSet().disabled).toBe(true));
    const { items, expect_version } = bodyOfLast(open.sent, "updateTemplate");
    expect(expect_version).toBe(1);
    expect(items).toMatchObject([
      { dimension_id: colour.id, weight: 2 },
      { dimension_id: sharp.id, weight: 1 },
      { dimension_id: motion.id },
    ]);
  });

  it("asks before it makes the next version of what was asked with, and shows the difference", async () => {
    const used = { ...both, is_frozen: true, used_by_count: 2, version: 2 };
    const open = openEditor(at(), world({ ...used, versions: both.versions.map((one) => ({ ...one, version: 2 })) }));
    await entries();
    await open.user.click(screen.getByRole("button", { name: "Remove Colour from the set" }));
    await open.user.click(screen.getByRole("button", { name: "Save as v3" }));
    const dialog = await dialogTitled("Create v3 of Looks?");
    const removed = [...dialog.querySelectorAll("del")].map(({ textContent }) => textContent);
    expect(removed).toEqual(["Colour · v1 · weight 1"]);
    expect(open.sent.some(({ name }) => name === "dimensions.updateTemplate")).toBe(false);
    await open.user.click(within(dialog).getByRole("button", { name: "Create v3" }));
    await waitFor(() => expect(bodyOfLast(open.sent, "updateTemplate")).toMatchObject({ expect_version: 2 }));
  });

  it("keeps what was changed when saving fails, and asks before it is left", async () => {
    const open = openEditor(at(), world(), {
      "dimensions.updateTemplate": () => ({ refuse: 409, code: "conflict", detail: "it was changed meanwhile" }),
    });
    await entries();
    await open.user.type(screen.getByRole("textbox", { name: "Set name" }), "!");
    await open.user.click(saveSet());
    expect(await screen.findByText("The set could not be saved. Your changes are kept.")).toBeTruthy();
    expect(screen.getByDisplayValue("Looks!")).toBeTruthy();
    await open.user.click(screen.getByRole("link", { name: "All sets" }));
    const dialog = await dialogTitled("Leave without saving?");
    expect(open.router.state.location.search).toContain(both.id);
    await open.user.click(within(dialog).getByRole("button", { name: "Leave and discard" }));
    await waitFor(() => expect(open.router.state.location.search).toBe(""));
  });

  it("only shows what belongs to others", async () => {
    openEditor(at(), world({ ...both, may_change: false, owner: "lea" }));
    await entries();
    expect(screen.getByText("Owner: lea")).toBeTruthy();
    expect(saveSet().disabled).toBe(true);
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Set name" }).disabled).toBe(true);
  });

  it("makes a new set, which needs a name and a question", async () => {
    const open = openEditor("/dimension-set-editor?template=new", world());
    await open.user.click(await screen.findByRole("button", { name: "Add Motion to the set" }));
    await open.user.click(saveSet());
    expect(open.sent.some(({ name }) => name === "dimensions.createTemplate")).toBe(false);
    await open.user.type(screen.getByRole("textbox", { name: "Set name" }), "Mine");
    await open.user.click(saveSet());
    await waitFor(() => expect(open.router.state.location.search).not.toContain("new"));
    expect(bodyOfLast(open.sent, "createTemplate")).toMatchObject({
      name: "Mine",
      mode: "pairwise",
      judges_per_item: 3,
      items: [{ dimension_id: motion.id, dimension_version: 1 }],
    });
  });
});

describe("the question in the panel", () => {
  it("shows in the preview while it is typed, and makes the next version of what is held", async () => {
    const open = openEditor(at(`&dimension=${motion.id}`), world());
    const preview = await screen.findByRole("region", { name: "Judge preview" });
    const panel = await screen.findByRole("region", { name: "Question details" });
    await open.user.type(within(panel).getByRole("textbox", { name: "Question" }), "How does it move?");
    expect(within(preview).getByText("How does it move?")).toBeTruthy();
    await open.user.type(within(panel).getByRole("textbox", { name: "Label of 5" }), "Best");
    expect(within(preview).getAllByText("Best")).toHaveLength(1);
    await open.user.click(within(panel).getByRole("button", { name: "Save as v2" }));
    const dialog = await dialogTitled("Create v2 of Motion?");
    expect([...dialog.querySelectorAll("ins")].map(({ textContent }) => textContent)).toContain("How does it move?");
    await open.user.click(within(dialog).getByRole("button", { name: "Create v2" }));
    // The open set uses the new version and is now unsaved itself.
    await waitFor(() => expect(saveSet().disabled).toBe(false));
    await open.user.click(saveSet());
    await waitFor(() =>
      expect(bodyOfLast(open.sent, "updateTemplate").items).toMatchObject([
        { dimension_id: motion.id, dimension_version: 2 },
        { dimension_id: colour.id, dimension_version: 1 },
      ]),
    );
  });

  it("of a new dimension gets a key from its name and enters the set", async () => {
    const open = openEditor(at(), world());
    await open.user.click(await screen.findByRole("button", { name: "New dimension" }));
    const panel = await screen.findByRole("region", { name: "Question details" });
    await open.user.type(within(panel).getByRole("textbox", { name: "Name" }), "Lip sync");
    expect(within(panel).getByDisplayValue("lip_sync")).toBeTruthy();
    await open.user.click(within(panel).getByRole("button", { name: "Create dimension" }));
    await waitFor(() => expect(bodyOfLast(open.sent, "createDimension")).toMatchObject({ key: "lip_sync" }));
    await waitFor(async () => expect(namesIn(await entries())).toEqual(["Motion", "Colour", "Lip sync"]));
  });

  it("measures with a direction of its own", async () => {
    const open = openEditor(at(`&dimension=${colour.id}`), world());
    const panel = await screen.findByRole("region", { name: "Question details" });
    await open.user.click(within(panel).getByText("Measurement"));
    await open.user.click(within(panel).getByRole("combobox", { name: "Metric" }));
    await open.user.click(await screen.findByText("Flicker · luma · Lower is better"));
    expect(within(panel).getByRole<HTMLInputElement>("radio", { name: "Lower is better" }).checked).toBe(true);
    await open.user.click(within(panel).getByRole("button", { name: "Save dimension" }));
    await waitFor(() =>
      expect(bodyOfLast(open.sent, "updateDimension")).toMatchObject({
        source: "auto",
        metric_key: "flicker_luma",
        direction: "lower",
        field: { type: "number", unit: "luma" },
      }),
    );
  });
});
