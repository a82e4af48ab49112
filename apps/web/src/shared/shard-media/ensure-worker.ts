import { CLAIM_REQUEST, WORKER_PATH } from "./shard-messages.ts";

/** A first start takes tens of milliseconds; do not wait longer than this. */
const CONTROL_MS = 3_000;

let readiness: Promise<boolean> | undefined;

/** Resolves to true when the worker controls this page. */
const untilControlled = (container: ServiceWorkerContainer): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      container.removeEventListener("controllerchange", end);
      resolve(container.controller !== null);
    };
    const timer = setTimeout(end, CONTROL_MS);
    container.addEventListener("controllerchange", end);
  });

const start = async (): Promise<boolean> => {
  // Absent on an insecure page and in some private windows.
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!container) return false;
  try {
    const registration = await container.register(WORKER_PATH, { scope: "/", updateViaCache: "none" });
    if (container.controller) return true;
    const controlled = untilControlled(container);
    // After a hard reload the worker is running but does not control this page until asked to.
    registration.active?.postMessage(CLAIM_REQUEST);
    return await controlled;
  } catch {
    // Workers are blocked by the browser's settings, or the script could not be fetched: use the API instead.
    return false;
  }
};

/** Registers the worker when the first clip is requested, so that pages without clips do not load it. */
export const ensureShardWorker = (): Promise<boolean> => {
  readiness ??= start();
  return readiness;
};
