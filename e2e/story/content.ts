import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { type ContentFiles, storeContentFiles, type ToldFile } from "./content-files.ts";
import { letMachineIn, type Machine } from "./service-calls.ts";

const HOUR_MS = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();

export interface ToldProject {
  readonly email: string;
  readonly projectId: string;
  readonly taskIds: readonly string[];
}

interface Told {
  readonly machine: Machine;
  readonly files: ContentFiles;
  readonly email: string;
  readonly projectId: string;
}

const PROMPTS = [
  "A ferry leaves the harbour at dawn, gulls above the wake, slow dolly to the left",
  "Rain runs down a window while the lights of a tram pass behind it",
  "A potter's hands raise a bowl from wet clay, close up, shallow focus",
  "Snow falls upwards over a sleeping village, seen through a keyhole",
  "Two paper boats race in a gutter past neon signs",
  "A lighthouse turns its beam through fog, night, wide shot",
];

const tellOfMaker = async ({ machine, email, projectId }: Told, name: string, hasConsented: boolean): Promise<void> => {
  await machine.tell("user/upsert", {
    ...{ email, name: "Mei Lin", has_consented: hasConsented, created_at: ago(9_000), occurred_at: ago(1) },
  });
  await machine.tell("project/upsert", {
    ...{ id: projectId, user_email: email, name, created_at: ago(900), occurred_at: ago(1) },
  });
};

const outputsAt = ({ files }: Told, place: number): ToldFile[] => {
  if (place % 7 === 4) return [];
  if (place % 7 === 5) return [files.image];
  if (place % 7 === 6) return [files.audio];
  return [files.videos[place % files.videos.length] ?? files.image];
};

/** Each is made from the one before, and every seventh fails. */
const tellOfTask = async (told: Told, place: number): Promise<string> => {
  const { machine, files, projectId } = told;
  const id = `${projectId}_t${place}`;
  const outputs = outputsAt(told, place);
  const hasFailed = outputs.length === 0;
  const at = 200 - place * 4;
  await machine.tell("task/upsert", {
    ...{ id, project_id: projectId, type: place % 2 === 0 ? "text_to_video" : "image_to_video" },
    ...(place > 0 && { parent_task_id: `${projectId}_t${place - 1}` }),
    ...{ status: hasFailed ? "failed" : "succeeded", model: place % 3 === 0 ? "veo-3" : "wan-2.2" },
    ...{ prompt: PROMPTS[place % PROMPTS.length], inputs: place % 2 === 0 ? [] : [files.image], outputs },
    ...{ params: { steps: 40, guidance: 5.5, resolution: "1280x720" }, seed: 4200 + place, credits: 20 + place },
    ...(hasFailed && { error: "the model ran out of memory after 41 of 96 frames" }),
    ...{ created_at: ago(at), started_at: ago(at - 0.01), finished_at: ago(at - 0.03), occurred_at: ago(at - 0.03) },
  });
  return id;
};

const tellOfFavorite = async (told: Told, place: number, wishes: object = {}): Promise<string> => {
  const { machine, email, projectId } = told;
  const id = randomUUID();
  const types = ["video", "video", "video", "video", "video", "image", "audio"] as const;
  await machine.tell("favorite/upsert", {
    ...{ id, user_email: email, source: place % 2 === 0 ? "web" : "app", assets_type: types[place % types.length] },
    ...{ project_id: projectId, task_id: `${projectId}_t${place}`, output_index: 0, visibility: "public" },
    ...{ favorited_at: ago(190 - place * 4), occurred_at: ago(190 - place * 4), ...wishes },
  });
  return id;
};

/** A project with three tasks, of which two were marked. */
export const addContent = async (page: Page): Promise<ToldProject> => {
  const stamp = Date.now().toString(36);
  const projectId = `story_${stamp}`;
  const files = await storeContentFiles();
  const told = { machine: await letMachineIn(page), files, projectId, email: `maker.${stamp}@customer.example` };
  await tellOfMaker(told, `The ferry ${stamp}`, true);
  const taskIds = [await tellOfTask(told, 0), await tellOfTask(told, 1), await tellOfTask(told, 2)];
  await tellOfFavorite(told, 0);
  await tellOfFavorite(told, 1);
  return { email: told.email, projectId, taskIds };
};

/** The one in the pictures. */
export const SHOWN_PROJECT = "story_wall";
export const SHOWN_MAKER = "noor.haddad@customer.example";

export const ensureShownContent = async (page: Page): Promise<void> => {
  const status = await page.evaluate(
    async (id) => (await fetch(`/api_v1/admin/content/${id}/tasks?silent=true`)).status,
    SHOWN_PROJECT,
  );
  if (status === 200) return;
  const machine = await letMachineIn(page);
  const files = await storeContentFiles();
  const other = { machine, files, projectId: "story_shy", email: "shy.maker@customer.example" };
  await tellOfMaker(other, "Not for judges", false);
  await tellOfTask(other, 3);
  await tellOfFavorite(other, 3, { audit_status: "rejected" });
  const told = { machine, files, projectId: SHOWN_PROJECT, email: SHOWN_MAKER };
  await tellOfMaker(told, "The ferry at dawn", true);
  const places = Array.from({ length: 21 }, (_, place) => place);
  for (const place of places) await tellOfTask(told, place);
  for (const place of places.filter((each) => each % 7 !== 4))
    await tellOfFavorite(told, place, place % 5 === 1 ? { audit_status: "approved" } : {});
  await tellOfFavorite(told, 2, { assets_type: "project", task_id: undefined, output_index: undefined });
};
