import type { Log } from "./observability/log.ts";

/** Longer than any drain, shorter than the patience of whoever sent the signal. */
const LIMIT_MS = 20_000;

/** Stops once, in order, when asked by SIGTERM or SIGINT; a stop that hangs is cut off rather than waited for. */
export const onShutdown = (log: Log, stop: () => Promise<void>): void => {
  let isStopping = false;
  const handle = (signal: NodeJS.Signals): void => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, "shutdown started");
    const limit = setTimeout(() => {
      log.error("shutdown timed out");
      process.exit(1);
    }, LIMIT_MS);
    limit.unref();
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, "shutdown failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", handle);
  process.on("SIGINT", handle);
};
