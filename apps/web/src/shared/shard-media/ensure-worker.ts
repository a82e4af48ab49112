import { CLAIM_REQUEST, WORKER_PATH } from "./shard-messages.ts";

/** A first start takes tens of milliseconds; a page does not wait longer for it than a reader would. */
const CONTROL_MS = 3_000;

let readiness: Promise<boolean> | undefined;

/** True as soon as the worker answers this page's requests. */
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
    // After a hard reload the worker runs and leaves this page alone until it is asked.
    registration.active?.postMessage(CLAIM_REQUEST);
    return await controlled;
  } catch {
    // The reader's settings forbid workers, or the script could not be fetched: the API answers instead.
    return false;
  }
};

/** Registers the worker when a clip is first wanted, so that pages without clips stay without it. */
export const ensureShardWorker = (): Promise<boolean> => {
  readiness ??= start();
  return readiness;
};
