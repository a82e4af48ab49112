import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { INDEX_MS } from "../../fixtures/datasets/item-sets.ts";
import { ensureAnsweringJudge, ensureLabelTask, ensureLabelView } from "../../fixtures/labelling/labelling.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ timeout: 2 * INDEX_MS });

const CLIPS = 4;
/** A clip with a sharpness of 12.3 and a motion of 4. */
const PROPOSED = /^A clip with a sharpness of [\d.]+ and a motion of [\d.]+\.$/;

test("a model proposes captions within its limits, and a labeller sees them as proposed", async ({
  page,
  people,
  enterAs,
}) => {
  const owner = await people.add({ permissions: ["ADMIN_MANAGE_R", "PERFORMER_PLAYGROUND"] });
  const outside = await people.add({ role: "labeller" });
  await enterAs(owner);
  await page.goto("/#/frog-home");
  const name = unique("Proposed captions");
  const view = await ensureLabelView(page, unique("Clips to propose"), CLIPS);
  const { id } = await ensureLabelTask(page, { name, view, starter: "caption_edit", people: [outside.username] });
  const judge = await ensureAnsweringJudge(page);
  await page.goto("/#/label/task/list");
  await page.getByRole("button", { name: `Actions on ${name}` }).click();
  await page.getByRole("menuitem", { name: "Prefill" }).click();
  await page.getByRole("radio", { name: "By a model" }).click();
  await page.getByRole("combobox", { name: "Model" }).click();
  // The only performer is chosen already: its name is in the box and in the list.
  await page.getByText(judge.label, { exact: true }).last().click();
  await page.getByRole("textbox", { name: "Instruction" }).fill("One sentence.");
  await page.getByRole("spinbutton", { name: "Items to ask about, at most" }).fill("2");
  await page.getByRole("spinbutton", { name: "Cost at most, in USD" }).fill("0.5");
  await expect(page.getByText("At most 2 items, about $0.02")).toBeVisible();
  await page.getByText("What the model is told").click();
  await expect(page.getByText(/One sentence\.[\s\S]+"caption"/)).toBeVisible();
  await page.getByRole("button", { name: "Ask the model" }).click();
  const run = page.getByRole("article", { name: judge.name });
  await expect(run).toContainText("Prefilled: 2 ·", { timeout: INDEX_MS });
  await expect(run).toContainText("Version 1 · Asked about: 2 · Cost: $0.02 · Ended at its limit of items");
  await enterAs(outside);
  await page.goto(`/#/label/task/${id}`);
  await page.reload();
  await expect(page.getByText(/^Prefilled with a score of 0\./)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Caption" })).toHaveValue(PROPOSED);
  // Who proposed it is not told to those who label.
  await expect(page.getByText(judge.name)).toHaveCount(0);
});
