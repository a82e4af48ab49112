import { contract, type Lineage, type LineageGraph, type LineageKind, type LineageObject } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { answerCall } from "../../fixtures/answers.ts";
import { detailState, packageState } from "../../fixtures/packages/package-states.ts";
import type { View } from "../view.ts";

const view = (name: string, open: (page: Page) => Promise<void>): View => ({
  name: `lineage-${name}`,
  viewer: "administrator",
  open,
});

const idOf = (place: number): string => `0198da7a-0000-7000-9400-${String(place).padStart(12, "0")}`;
const anObject = (
  kind: LineageKind,
  place: number,
  name: string,
  more: Partial<LineageObject> = {},
): LineageObject => ({
  kind,
  id: idOf(place),
  version: null,
  name,
  dataset_id: null,
  is_deleted: false,
  made_at: "2026-02-27T14:05:00Z",
  ...more,
});

const ONE = packageState(4);
const ROOT = anObject("package", 0, `${ONE.name}@${ONE.number}`, { id: ONE.id });
const DATASET = anObject("dataset", 1, "Rain at night", { version: 3 });
const VIEW = anObject("view", 2, "Sharp clips with captions", { dataset_id: idOf(1) });
const TASK = anObject("label_task", 3, "Motion of the camera, second pass");
const LABELS = anObject("label_snapshot", 4, "motion", { dataset_id: idOf(1) });
const RUNS = [1, 2, 3, 4, 5].map((n) => anObject("run", 10 + n, `motion sweep / lr 3e-4 seed ${n}`));
const [FIRST = ROOT, SECOND = ROOT] = RUNS;
const PERFORMER = anObject("performer", 20, "motion sweep, step 40,000");
const BENCHMARK = anObject("benchmark", 21, "Camera moves, 48 prompts");
const BOARD = anObject("board", 21, "Camera moves, 48 prompts");
const QUESTION = anObject("data_experiment", 22, "Do sharp clips lower FVD?");

const one = (object: LineageObject) => ({ kind: object.kind, items: [object], total: 1, is_capped: false });

const LINEAGE: Lineage = {
  sources: { groups: [one(DATASET), one(VIEW), one({ ...LABELS, is_deleted: true })], hidden: 0 },
  uses: { groups: [{ kind: "run", items: RUNS, total: 10_000, is_capped: true }, one(QUESTION)], hidden: 2 },
};

const keyOf = ({ kind, id }: LineageObject): string => `${kind}:${id}`;
const node = (object: LineageObject, more_uses = 0) => ({
  key: keyOf(object),
  object,
  hidden: 0,
  more_sources: 0,
  more_uses,
});
const edge = (from: LineageObject, to: LineageObject) => ({ from: keyOf(from), to: keyOf(to) });

const GRAPH: LineageGraph = {
  root: keyOf(ROOT),
  nodes: [
    node(ROOT, 998),
    ...[DATASET, VIEW, TASK, { ...LABELS, is_deleted: true }, FIRST, SECOND, PERFORMER, BENCHMARK, BOARD, QUESTION].map(
      (object) => node(object),
    ),
    { key: "hidden", object: null, hidden: 2, more_sources: 0, more_uses: 0 },
  ],
  edges: [
    edge(DATASET, TASK),
    edge(TASK, LABELS),
    edge(LABELS, VIEW),
    edge(VIEW, ROOT),
    edge(ROOT, FIRST),
    edge(ROOT, SECOND),
    edge(FIRST, PERFORMER),
    edge(PERFORMER, BENCHMARK),
    edge(BENCHMARK, BOARD),
    edge(FIRST, QUESTION),
    edge(SECOND, QUESTION),
    { from: keyOf(ROOT), to: "hidden" },
  ],
  is_cut: false,
};

const openPackage = async (page: Page): Promise<void> => {
  const { lineage, packages } = contract;
  await answerCall(page, packages.getPackage, detailState(ONE));
  await answerCall(page, lineage.getLineage, LINEAGE);
  await answerCall(page, lineage.getLineageGraph, GRAPH);
  await page.goto(`/#/package-records?id=${ONE.id}`);
  await expect(page.getByRole("link", { name: VIEW.name }).first()).toBeVisible();
};

export const LINEAGE_VIEWS: readonly View[] = [
  view("line", openPackage),
  view("dialog", async (page) => {
    await openPackage(page);
    await page.getByRole("button", { name: "Show lineage" }).click();
    await expect(page.getByRole("dialog").getByRole("link", { name: BOARD.name }).first()).toBeVisible();
  }),
];
