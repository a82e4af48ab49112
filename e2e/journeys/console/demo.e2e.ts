import {
  labelTaskRoutes,
  leaderboardsRoutes,
  type PermissionCode,
  performersRoutes,
  tasksRoutes,
} from "@dailies/contract";
import { askToRemoveDemo, makeDemo, signIn } from "../../../apps/server/src/features/demo/index.ts";
import { currentRun } from "../../environment.ts";
import { unique } from "../../fixtures/benchmarks/tiny-performer.ts";
import { ensureProfile, storeMdsSet } from "../../fixtures/datasets/item-sets.ts";
import { PASSWORD } from "../../fixtures/people/people.ts";
import { expect, test } from "../../fixtures/test.ts";

const PEOPLE: readonly (readonly [string, readonly PermissionCode[]])[] = [
  ["rita", ["USE_VERSION_1_0", "PERFORMER_PLAYGROUND"]],
  ["dana", []],
  ["nina.lund", []],
  ["paul.martin", []],
  ["aisha.bello", []],
  ["lea", []],
  ["ada.demo", ["ADMIN_MANAGE_R", "USE_VERSION_1_0"]],
];

test("the demo ends with a board that tells the performers apart, is made once and leaves nothing", async ({
  people,
  page,
  enterAs,
}) => {
  test.setTimeout(240_000);
  for (const [username, permissions] of PEOPLE) {
    if (!(await people.find(username))) await people.add({ username, permissions });
  }
  const { origin, performerUrl } = currentRun();
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const performers = { url: performerUrl, secret: undefined };
  const uri = await storeMdsSet(24);
  await enterAs(await people.add({ permissions: ["ADMIN_MANAGE_R"] }));
  await page.goto("/#/frog-home");
  await ensureProfile(page, uri);
  const datasets = [{ uri, name: unique("Clips of the demo"), description: "" }];
  const make = () => makeDemo({ origin, password: PASSWORD, performers, datasets, say });

  await make();
  const rita = await signIn(origin, "rita", PASSWORD);
  const list = async () =>
    (
      await rita.call(tasksRoutes.listTasks, {
        query: { tag: ["dailies-demo"], is_archived: "false", page: 1, page_size: 50 },
      })
    ).items;
  const tasks = await list();
  expect(tasks.map(({ status }) => status).toSorted()).toEqual(["Finished", "Generating"]);
  const id = tasks.find(({ status }) => status === "Finished")?.id ?? "";
  const board = await rita.call(leaderboardsRoutes.getBoard, { params: { id }, query: {} });
  const entries = (board.axes[0]?.entries ?? []).toSorted((a, b) => (b.score?.value ?? 0) - (a.score?.value ?? 0));
  expect(entries.map(({ label }) => label)).toEqual(["Checkpoint 42", "Checkpoint 41", "Distilled"]);
  const [first, second] = entries;
  expect(first?.rank).toBe(1);
  expect(first?.score?.low).toBeGreaterThan(second?.score?.high ?? Number.POSITIVE_INFINITY);

  said.length = 0;
  await make();
  expect(said).toEqual([
    "registered 0 new datasets",
    "made 0 new judgements",
    "the second benchmark was there",
    "made 0 new labels",
  ]);
  const labelTasks = async () => {
    const query = { tab: "all", q: "Keep or drop, first pass", limit: 50, offset: 0 } as const;
    return (await rita.call(labelTaskRoutes.listLabelTasks, { query })).items;
  };
  const [labelled] = await labelTasks();
  expect(labelled?.progress.labels_done).toBeGreaterThan(20);
  expect((await list()).map((task) => task.id)).toEqual(tasks.map((task) => task.id));

  await askToRemoveDemo({ origin, username: "ada.demo", password: PASSWORD, say });
  expect(await list()).toEqual([]);
  expect(await labelTasks()).toEqual([]);
  const { items } = await rita.call(performersRoutes.listPerformers, {});
  expect(items.filter(({ name }) => name.startsWith("Reference, "))).toEqual([]);
});
