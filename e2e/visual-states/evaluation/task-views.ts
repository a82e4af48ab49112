import { contract } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall, refuseCall } from "../../fixtures/answers.ts";
import { callFrom } from "../../fixtures/call.ts";
import type { View } from "../view.ts";

const BENCHMARKS = [
  ["Night scenes, 720p", ["lighting", "checkpoint 41"], "Does the new checkpoint keep shadows clean?"],
  ["Hands and faces: does the new checkpoint keep five fingers in motion?", ["anatomy"], ""],
  ["Camera moves", [], "Pans, dollies and one crane shot."],
  ["Text on signs", ["text"], ""],
  ["Slow motion", [], ""],
] as const;

/** One fixed key for each task: a second view finds what the first one created. */
const keyOf = (place: number): string => `019a0000-0000-7000-8000-${String(place).padStart(12, "0")}`;

const FERRY = "Caption the ferry set";

const others = (sourceId: string): object[] => [
  {
    kind: "DataProcessing",
    name: FERRY,
    description: "Short captions, one sentence each, in English and Chinese.",
    tags: ["captions"],
    source: "Ferry, October",
    output: "ferry-captions",
  },
  {
    kind: "Evaluation",
    name: "Night vs day",
    description: "",
    tags: [],
    sources: [{ task_id: sourceId, column_ids: [] }],
  },
];

/** Tasks of every kind, created through the console's API. */
const withTasks = async (page: Page): Promise<void> => {
  const made: { id: string }[] = [];
  const create = async (body: object): Promise<void> => {
    const key = { request_key: keyOf(made.length + 1) };
    made.push(await callFrom<{ id: string }>(page, "/task/create", { ...body, ...key }));
  };
  for (const [name, tags, description] of BENCHMARKS) {
    await create({ kind: "Benchmark", name, description, tags: [...tags], is_sample: false });
  }
  for (const body of others(made[0]?.id ?? "")) await create(body);
};

const openList = async (page: Page, search = ""): Promise<void> => {
  await page.goto(`/#/task-manage${search}`);
  await expect(page.getByRole("heading", { level: 1, name: "Task centre" })).toBeVisible();
};

type Act = (page: Page) => Promise<unknown>;

/** Only their own: tasks that others of the run create meanwhile would push them off the page. */
const OWN = "?is_mine=true";

const view = (name: string, look: Act, { search = OWN, prepare = withTasks }: Partial<Opening> = {}): View => ({
  name: `tasks-${name}`,
  viewer: "administrator",
  open: async (page) => {
    await prepare(page);
    await openList(page, search);
    await look(page);
  },
});

interface Opening {
  readonly search: string;
  readonly prepare: Act;
}

const UNCOUNTED = "the tasks could not be counted";

const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) }).first();

const chooseFor = async (page: Page, task: string, act: string): Promise<void> => {
  await page
    .getByRole("button", { name: `Actions for ${task}` })
    .first()
    .click();
  await page.getByRole("menuitem", { name: act }).click();
};

const openWizard = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Create task" }).click();
  await expect(page.getByText("Choose the kind of task")).toBeVisible();
};

/** The task centre in its main states. */
export const TASK_VIEWS: readonly View[] = [
  view("list", (page) => expect(rowOf(page, "Night scenes")).toBeVisible()),
  view("selected", async (page) => {
    await page
      .getByRole("checkbox", { name: /Camera moves/ })
      .first()
      .check();
    await page
      .getByRole("checkbox", { name: /Slow motion/ })
      .first()
      .check();
    await expect(page.getByRole("button", { name: "Archive 2 tasks" })).toBeVisible();
  }),
  view("menu", async (page) => {
    await page.getByRole("button", { name: "Actions for Camera moves" }).first().click();
    await expect(page.getByRole("menuitem", { name: "Duplicate" })).toBeVisible();
  }),
  view("detail", async (page) => {
    await rowOf(page, FERRY).click();
    await expect(page.getByText("ferry-captions")).toBeVisible();
  }),
  view("edit", async (page) => {
    await chooseFor(page, "Camera moves", "Edit details");
    await expect(page.getByRole("dialog").getByLabel("Members")).toBeVisible();
  }),
  view("delete", async (page) => {
    await chooseFor(page, "Camera moves", "Delete");
    await expect(page.getByRole("dialog", { name: "Delete Camera moves?" })).toBeVisible();
  }),
  view("create", openWizard),
  view("create-benchmark", async (page) => {
    await openWizard(page);
    await page.getByRole("button", { name: /^Benchmark/ }).click();
    await expect(page.getByText("Empty grid")).toBeVisible();
  }),
  view("create-evaluation", async (page) => {
    await openWizard(page);
    await page.getByRole("button", { name: /^Evaluation/ }).click();
    await page.getByRole("button", { name: "Create evaluation" }).click();
    await expect(page.getByText("please choose at least one benchmark")).toBeVisible();
  }),
  view("none", (page) => expect(page.getByRole("heading", { name: "No task matches" })).toBeVisible(), {
    search: "?q=zzzz",
  }),
  view("empty", (page) => expect(page.getByRole("button", { name: "Create from sample" })).toBeVisible(), {
    search: "",
    prepare: (page) => answerCall(page, contract.tasks.listTasks, { items: [], total: 0 }),
  }),
  view("failed", (page) => expect(page.getByRole("main").getByText(UNCOUNTED)).toBeVisible(), {
    search: "",
    prepare: (page) => refuseCall(page, contract.tasks.listTasks, "internal", UNCOUNTED),
  }),
];
