import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  datasetCatalogueRoutes,
  type LabelTaskDetail,
  type LabelValues,
  labelStarter,
  labelTaskRoutes,
  labelTemplateRoutes,
  labelWorkRoutes,
} from "@dailies/contract";
import type { ConsoleClient } from "./console-client.ts";
import { LABELLED } from "./demo-plan.ts";

const WAIT_MS = 500;
const MOST_WAITS = 120;

/** Reads until something is there; undefined if it takes longer than a minute. */
const waitFor = async <T>(read: () => Promise<T | undefined>): Promise<T | undefined> => {
  for (let waited = 0; waited < MOST_WAITS; waited += 1) {
    const found = await read();
    if (found !== undefined) return found;
    await sleep(WAIT_MS);
  }
  return undefined;
};

const findTask = async (owner: ConsoleClient): Promise<boolean> => {
  const query = { tab: "all", q: LABELLED.name, limit: 50, offset: 0 } as const;
  const { items } = await owner.call(labelTaskRoutes.listLabelTasks, { query });
  return items.some((task) => task.name === LABELLED.name && task.owner === owner.username);
};

/** The id of a dataset that is indexed. */
const indexedDataset = (owner: ConsoleClient, name: string): Promise<string | undefined> =>
  waitFor(async () => {
    const { items } = await owner.call(datasetCatalogueRoutes.listDatasets, {});
    return items.find((set) => set.name === name && set.version !== null)?.id;
  });

const createTask = async (owner: ConsoleClient, datasetId: string, people: readonly string[]): Promise<string> => {
  const view = await owner.call(datasetCatalogueRoutes.saveView, {
    params: { id: datasetId },
    body: { name: LABELLED.view, filters: [], where: "", q: "", request_key: randomUUID() },
  });
  const { id: template_id } = await owner.call(labelTemplateRoutes.createLabelTemplate, {
    body: { ...labelStarter("keep_or_drop"), name: LABELLED.template, request_key: randomUUID() },
  });
  const task = await owner.call(labelTaskRoutes.createLabelTask, {
    body: {
      name: LABELLED.name,
      template_id,
      template_version: 1,
      source: { kind: "view", view_id: view.id, count: LABELLED.items },
      overlap: 2,
      review_share: 20,
      guidelines: LABELLED.guidelines,
      people: [...people],
      request_key: randomUUID(),
    },
  });
  return task.id;
};

const readOpen = async (owner: ConsoleClient, id: string): Promise<LabelTaskDetail | undefined> => {
  const task = await owner.call(labelTaskRoutes.getLabelTask, { params: { id } });
  return task.status === "Open" ? task : undefined;
};

/** Mostly what anybody would say of a clip, and sometimes the opinion of one person. */
const opinionOn = (item: string, person: string): LabelValues => {
  const byteOf = (text: string): number => createHash("sha256").update(text).digest()[0] ?? 0;
  const isDropped = (byteOf(item) % 4 === 0) !== (byteOf(`${item}/${person}`) % 6 === 0);
  return isDropped ? { decision: "drop", reason: "low quality" } : { decision: "keep" };
};

const labelSome = async (person: ConsoleClient, taskId: string): Promise<number> => {
  let made = 0;
  for (; made < LABELLED.perPerson; made += 1) {
    const body = { task_id: taskId, count: 1 };
    const [item] = (await person.call(labelWorkRoutes.claimLabelItems, { body })).items;
    if (!item) break;
    await person.call(labelWorkRoutes.submitLabel, {
      body: {
        lease_id: item.lease_id,
        client_id: randomUUID(),
        values: opinionOn(`${item.media?.duration_us} ${item.media?.frames}`, person.username),
        guidelines_version: 1,
        duration_ms: 4_000 + ((made * 1_700) % 6_000),
        watched_s: 2,
      },
    });
  }
  return made;
};

/** A task in which people have labelled some clips of a dataset. Returns how many labels are new. */
export const ensureLabelled = async (
  owner: ConsoleClient,
  people: readonly ConsoleClient[],
  datasetName: string,
): Promise<number> => {
  if (await findTask(owner)) return 0;
  const datasetId = await indexedDataset(owner, datasetName);
  // A broken index shows on the page of the dataset; the rest of the demo does not need it.
  if (datasetId === undefined) return 0;
  const names = people.map(({ username }) => username);
  const taskId = await createTask(owner, datasetId, names);
  if ((await waitFor(() => readOpen(owner, taskId))) === undefined) return 0;
  let labels = 0;
  for (const person of people) labels += await labelSome(person, taskId);
  return labels;
};
