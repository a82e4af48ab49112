import { randomUUID } from "node:crypto";
import type { DatasetDetail, DatasetItem } from "@dailies/contract";
import { expect, type Page } from "@playwright/test";
import { readConfig } from "../../apps/server/src/config.ts";
import { withMedia } from "../../apps/server/src/features/datasets/demo/demo-media.ts";
import { makeSamples } from "../../apps/server/src/features/datasets/demo/demo-samples.rules.ts";
import { type DemoFile, storeFiles } from "../../apps/server/src/features/datasets/demo/demo-storage.ts";
import { renderClips } from "../../apps/server/src/features/datasets/demo/render-clips.ts";
import { writePlainMds } from "../../apps/server/src/features/datasets/demo/write-mds-set.ts";
import { createObjectStorage } from "../../apps/server/src/platform/object-storage.ts";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { callFrom } from "./call.ts";

/** Reading a set and writing its table, on a machine that may be busy. */
export const INDEX_MS = 90_000;

type Storage = ReturnType<typeof createObjectStorage>;

const withDatasetsBucket = async <Result>(work: (storage: Storage) => Promise<Result>): Promise<Result> => {
  const { s3 } = readConfig(testEnvironment());
  const storage = createObjectStorage({ ...s3, assetsBucket: s3.datasetsBucket });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
};

/** Puts the files of a set into a folder of their own, and tells its address. */
export const storeFolder = (
  filesOf: (storage: Storage) => Promise<AsyncIterable<DemoFile> | Iterable<DemoFile>>,
): Promise<string> =>
  withDatasetsBucket(async (storage) => {
    const folder = `e2e/${randomUUID()}/`;
    await storeFiles(storage, folder, await filesOf(storage));
    return `s3://${storage.bucket}/${folder}`;
  });

/** Shards as a trainer streams them, with clips of many sizes. */
export const storeMdsSet = (samples: number): Promise<string> =>
  storeFolder(async (storage) => {
    const clips = await renderClips(storage, "e2e/.kept/");
    return writePlainMds(
      withMedia(
        makeSamples(samples, (clip) => clips[clip]?.thing ?? "square"),
        clips,
      ),
    );
  });

export const ensureProfile = async (page: Page, uri: string): Promise<void> => {
  const [bucket = ""] = uri.slice("s3://".length).split("/");
  const { items } = await page.evaluate(async () => (await fetch("/api_v1/storage/list")).json());
  if ((items as { bucket: string }[]).some((profile) => profile.bucket === bucket)) return;
  await callFrom(page, "/storage/create", {
    ...{ name: `Own store ${bucket}`, endpoint: null, public_endpoint: null, region: "us-east-1" },
    ...{ bucket, prefix: "", is_path_style: true, access_key_id: null, request_key: randomUUID() },
  });
};

/** Registers a set by the page's own person, who must be an administrator, and waits until its first version is there. */
export const registerSet = async (page: Page, uri: string, name: string): Promise<DatasetItem> => {
  await ensureProfile(page, uri);
  const made = await callFrom<DatasetItem>(page, "/dataset/create", { uri, name, request_key: randomUUID() });
  const read = async (): Promise<DatasetDetail> =>
    page.evaluate(
      async (id) => (await fetch(`/api_v1/dataset/${id}/detail`)).json(),
      made.id,
    ) as Promise<DatasetDetail>;
  await expect
    .poll(async () => (await read()).version ?? (await read()).run?.error ?? null, { timeout: INDEX_MS })
    .toBe(1);
  return read();
};

export const openSet = async (page: Page, id: string, query = ""): Promise<void> => {
  await page.goto(`/#/dataset?id=${id}${query}`);
  await expect(page.getByRole("grid", { name: "Items of the dataset" })).toBeVisible();
};
