import { randomBytes, randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { callFrom } from "../../fixtures/call.ts";
import { expect, test } from "../../fixtures/test.ts";

const palette = (page: Page): Locator => page.getByRole("dialog", { name: "Search or jump" });

const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
};

test("the palette finds a task and a person by name, by keyboard alone, and remembers them", async ({
  page,
  people,
  enterAs,
}) => {
  const name = `Quokka ${randomBytes(4).toString("hex")}`;
  const reader = await people.add({ permissions: ["USE_VERSION_1_0", "USER_MANAGE_R"] });
  await people.add({ realname: `${name} Person` });
  await enterAs(reader);
  await page.goto("/#/frog-home");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await callFrom(page, "/task/create", { kind: "Benchmark", name, request_key: randomUUID() });

  await openPalette(page);
  await page.keyboard.type(name.toLowerCase());
  const task = palette(page).getByRole("group", { name: "Tasks" }).getByRole("option");
  await expect(task).toHaveText(`${name}Benchmark`);
  await expect(task).toHaveAttribute("aria-selected", "true");
  await expect(palette(page).getByRole("group", { name: "Console users" }).getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/task-generate\?task=/);

  await openPalette(page);
  const recent = palette(page).getByRole("group", { name: "Recent" }).getByRole("option");
  await expect(recent).toHaveText([`${name}Benchmark`]);
  await page.keyboard.type(`${name} Person`);
  const person = palette(page).getByRole("group", { name: "Console users" }).getByRole("option");
  await expect(person).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#\/user-manage\?user=/);
  await expect(page.getByRole("dialog")).toContainText(name);
});

test("the palette finds nothing whose list the reader may not see", async ({ page, people, enterAs }) => {
  const name = `Wombat ${randomBytes(4).toString("hex")}`;
  await people.add({ realname: name });
  await enterAs(await people.add({ permissions: ["USE_VERSION_1_0"] }));
  await page.goto("/#/frog-home");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type(name);
  await expect(palette(page).getByRole("option", { name: "No matches." })).toBeVisible();
});
