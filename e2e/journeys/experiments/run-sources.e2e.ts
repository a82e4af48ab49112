import {
  aCourse,
  type MlflowServer,
  startMlflowServer,
} from "../../../apps/server/src/testing/outsiders/mlflow-server.ts";
import { currentRun } from "../../environment.ts";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import type { Person } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

test.describe.configure({ mode: "serial" });

/** A poll is due every fifteen seconds. */
const POLL_MS = 60_000;
const TOKEN = "journey-token";
const lab = unique("Lab");
let mlflow: MlflowServer;
let admin: Person;

const startServer = async (): Promise<MlflowServer> => {
  const server = await startMlflowServer(Number(new URL(currentRun().runSourceUrl).port));
  server.authorization = `Bearer ${TOKEN}`;
  return server;
};

test.beforeAll(async () => {
  mlflow = await startServer();
  const startMs = Date.now() - 3_600_000;
  for (const number of [1, 2]) {
    const loss = aCourse(400, startMs).map((point) => (point.step === 500 ? { ...point, value: 90 + number } : point));
    const params = { rank: number === 1 ? "8" : "16" };
    mlflow.add({ run_name: `${lab} ${number}`, start_time: startMs + number, params, metrics: { loss } });
  }
});
test.afterAll(() => mlflow.close());
test.beforeEach(async ({ people, enterAs }) => {
  admin ??= await people.add({ realname: "Mila Flow", permissions: ["USE_VERSION_1_0", "ADMIN_MANAGE_R"] });
  await enterAs(admin);
});

test("an MLflow server is registered after its login was checked, and its runs appear", async ({ page, faults }) => {
  // The wrong token is refused by the server, which the console answers with a 409.
  faults.allow(/status of 409/);
  await page.goto("/#/experiment");
  await page.getByRole("button", { name: /^Sources \(/ }).click();
  await page.getByRole("button", { name: "Register source" }).click();
  const form = page.getByRole("dialog", { name: "Register an MLflow server" });
  await form.getByLabel("Name").fill(lab);
  await form.getByLabel("Address").fill(mlflow.url);
  await form.getByRole("button", { name: "Register source" }).click();
  await expect(form.getByText("the server asks for a login")).toBeVisible();
  await form.getByRole("combobox", { name: "Login" }).click();
  await page.getByTitle("Token", { exact: true }).click();
  await form.getByLabel("Token").fill(TOKEN);
  await form.getByRole("button", { name: "Register source" }).click();
  const card = page.getByRole("article", { name: lab });
  await expect(card.getByText("Reachable", { exact: true })).toBeVisible({ timeout: POLL_MS });
  await page.getByRole("button", { name: "Close" }).first().click();
  await expect(page.getByRole("row", { name: new RegExp(`${lab} 2`) })).toBeVisible({ timeout: POLL_MS });
});

test("the runs of the server are filtered and compared, with every spike", async ({ page }) => {
  await page.goto(`/#/experiment?q=${encodeURIComponent(lab)}&filter=${encodeURIComponent("params.rank = 16")}`);
  await expect(page.getByRole("row", { name: new RegExp(`${lab} 2`) })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(`${lab} 1`) })).toBeHidden();
  await page.goto(`/#/experiment?q=${encodeURIComponent(lab)}`);
  for (const number of [1, 2]) await page.getByRole("checkbox", { name: `Choose ${lab} ${number}` }).check();
  await page.getByRole("button", { name: "Compare runs (2)" }).click();
  await expect(page.getByRole("img", { name: "Chart of loss of 2 runs" })).toBeVisible();
  await expect(page.getByText(/max 92 · 400 points/)).toBeVisible();
});

test("a comparison is frozen as a report, which says what changed since", async ({ page }) => {
  await page.goto(`/#/experiment?q=${encodeURIComponent(lab)}`);
  for (const number of [1, 2]) await page.getByRole("checkbox", { name: `Choose ${lab} ${number}` }).check();
  await page.getByRole("button", { name: "Compare runs (2)" }).click();
  await page.getByRole("switch", { name: "Logarithmic" }).click();
  await page.getByRole("button", { name: "Freeze as a report" }).click();
  const dialog = page.getByRole("dialog", { name: "Freeze as a report" });
  await dialog.getByLabel("Name").fill(`${lab} on Monday`);
  await dialog.getByRole("button", { name: "Freeze the view" }).click();
  await expect(page.getByRole("heading", { name: `${lab} on Monday` })).toBeVisible();
  await expect(page.getByText("Its runs have not changed since.")).toBeVisible();
  await expect(page.getByText(/max 92 · 400 points/)).toBeVisible();
  await expect(page.getByRole("switch", { name: "Logarithmic" })).toBeChecked();
  const address = page.url();
  const run = mlflow.runs.find(({ run_name: name }) => name === `${lab} 2`);
  run?.metrics.loss?.push({ step: 9_000, value: 500, timestamp: Date.now() });
  await expect(async () => {
    await page.goto("/#/experiment");
    await page.goto(address);
    await expect(page.getByText(`${lab} 2 went on`)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: POLL_MS });
  await expect(page.getByText(/max 92 · 400 points/)).toBeVisible();
  await page.goto("/#/experiment");
  await page.getByRole("button", { name: "Reports" }).click();
  await page.getByRole("link", { name: `${lab} on Monday` }).click();
  await expect(page.getByRole("heading", { name: `${lab} on Monday` })).toBeVisible();
});

test("the runs and curves of the server stay while it cannot be reached, and say so", async ({ page }) => {
  await mlflow.close();
  await page.goto(`/#/experiment?q=${encodeURIComponent(lab)}`);
  await expect(page.getByText(`${lab} cannot be read.`)).toBeVisible({ timeout: POLL_MS });
  await page.getByRole("row", { name: new RegExp(`${lab} 2`) }).click();
  await expect(page.getByRole("img", { name: "Chart of loss" })).toBeVisible();
  await expect(page.getByText(/max 92 · 400 points/)).toBeVisible();
  mlflow = await startServer();
});
