import type { Log } from "./observability/log.ts";

/** Longer than any drain, shorter than the grace period of the process manager. */
const LIMIT_MS = 20_000;

/** Graceful shutdown on SIGTERM or SIGINT: stops once, in order; a stop that hangs is cut off by a timeout. */
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
