import { createUploadQueue, type UploadQueue } from "@dailies/uploader";
import { sleepUntil } from "@dailies/uploader/sleep";
import { useSyncExternalStore } from "react";
import { assetsCalls } from "../../lib/api/clients/assets.ts";
import { hashInWorker } from "./hash-in-worker.ts";
import { sendByXhr } from "./send-by-xhr.ts";
import { createStoredMemory } from "./stored-memory.ts";

/** One queue for the whole app, so that uploads continue across navigation. */
export const uploads: UploadQueue = createUploadQueue({
  calls: assetsCalls,
  send: sendByXhr,
  hash: hashInWorker,
  memory: createStoredMemory(),
  sleep: sleepUntil,
  now: () => performance.now(),
  random: Math.random,
});

export const useUploadItems = () => useSyncExternalStore(uploads.subscribe, uploads.items);
