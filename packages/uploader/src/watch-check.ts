import type { AssetItem } from "@dailies/contract/assets/schemas";
import { callPatiently, type FileJob, type UploadRef } from "./file-job.ts";
import { UploadFailure } from "./upload-failure.ts";

const FIRST_POLL_MS = 700;
const MAX_LOOK_MS = 8000;

/** Polls until the server has checked the bytes, with increasing intervals. */
export const watchCheck = async (job: FileJob, ref: UploadRef): Promise<AssetItem> => {
  const { calls, sleep } = job.tools;
  for (let lookMs = FIRST_POLL_MS; ; lookMs = Math.min(MAX_LOOK_MS, lookMs * 1.4)) {
    const { status } = await callPatiently(job, (context) => calls.getUploadState({ query: ref }, context));
    if (status === "Ready" || status === "Rejected" || status === "Deleted") {
      const asset = await callPatiently(job, (context) => calls.getOwnAsset({ query: { id: ref.asset_id } }, context));
      if (status === "Ready") return asset;
      const verdict = asset.version === ref.version ? asset.verdict : null;
      throw new UploadFailure("rejected", verdict ?? "the check turned this file down");
    }
    await sleep(lookMs, job.signal);
  }
};
