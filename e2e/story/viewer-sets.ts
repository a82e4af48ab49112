import { expect, type Page } from "@playwright/test";
import { withMedia } from "../../apps/server/src/features/datasets/demo/demo-media.ts";
import { makeSamples } from "../../apps/server/src/features/datasets/demo/demo-samples.rules.ts";
import { renderClips } from "../../apps/server/src/features/datasets/demo/render-clips.ts";
import { writeBrokenMds, writePlainMds } from "../../apps/server/src/features/datasets/demo/write-mds-set.ts";
import { ensureProfile, storeFolder } from "./item-sets.ts";

const SAMPLES = 60;

const storeSet = (write: typeof writePlainMds): Promise<string> =>
  storeFolder(async (storage) => {
    const clips = await renderClips(storage, "e2e/.kept/");
    return write(
      withMedia(
        makeSamples(SAMPLES, (clip) => clips[clip]?.thing ?? "square"),
        clips,
      ),
    );
  });

export interface ViewerSets {
  readonly whole: string;
  /** Its second shard ends too early. */
  readonly broken: string;
}

/** Two sets of sixty clips in the console's own bucket. */
export const storeViewerSets = async (): Promise<ViewerSets> => ({
  whole: await storeSet(writePlainMds),
  broken: await storeSet(writeBrokenMds),
});

/** By the page's own person, who must be an administrator. */
export const openInViewer = async (page: Page, uri: string, query = ""): Promise<void> => {
  await page.goto("/#/frog-home");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await ensureProfile(page, uri);
  await page.goto(`/#/sdv?uri=${encodeURIComponent(uri)}${query}`);
  await expect(page.getByRole("region", { name: "Shards" })).toBeVisible({ timeout: 20_000 });
};
