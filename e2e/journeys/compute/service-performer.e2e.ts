import { randomUUID } from "node:crypto";
import { currentRun } from "../../environment.ts";
import { cell, dialog, expectLine, seedGrid } from "../../fixtures/benchmarks/grid.ts";
import { MADE_MS, MAKER_PERMISSIONS, unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { callFrom, readFrom } from "../../fixtures/call.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ timeout: 2 * MADE_MS });

/** A health address is asked every fifteen seconds. */
const CHECKED_MS = 45_000;

test("a service becomes a performer with one click and fills a cell of a benchmark", async ({
  page,
  people,
  enterAs,
}) => {
  await enterAs(await people.add({ realname: "Sera Serve", permissions: MAKER_PERMISSIONS }));
  const name = unique("clips").replaceAll(" ", "-");
  const { performerUrl } = currentRun();
  await page.goto("/#/frog-home");
  const { id } = await callFrom<{ id: string }>(page, "/is", {
    kind: "HTTP endpoint",
    name,
    model: "reference",
    address: performerUrl,
    health_address: `${performerUrl}/health`,
    request_key: randomUUID(),
  });

  await page.goto(`/#/service?service=${id}`);
  const service = dialog(page, name);
  await expect(service.getByText("Running", { exact: true })).toBeVisible({ timeout: CHECKED_MS });
  await service.getByRole("link", { name: "Use as a performer" }).click();
  const form = dialog(page, "Add performer");
  await expect(form.getByRole("textbox", { name: "Base URL" })).toHaveValue(performerUrl);
  await form.getByRole("button", { name: "Add performer" }).click();
  await expect(dialog(page, name).getByRole("button", { name: "Test connection" })).toBeVisible();
  const { performers } = await readFrom<{ performers: { name: string }[] }>(page, `/is/${id}`);
  expect(performers.map((performer) => performer.name)).toContain(name);

  const task = await seedGrid(page, {
    name: unique("Served"),
    performer: name,
    prompts: ["A lamp is switched on"],
    params: { seconds: 1, size: "640x360", fps: 12 },
  });
  await callFrom(page, `/task/benchmark/generate_data/${task}`, {});
  await expectLine(page, "1 of 1 ready");
  await expect(cell(page, 1, "Ready")).toBeVisible();
});
