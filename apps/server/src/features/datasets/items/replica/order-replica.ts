import { type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type ReplicaAbout, ReplicaTooLarge } from "./replica-file.ts";
import type { ReplicaOrder, ReplicaReport } from "./replica-process.ts";

/** In the image the script is beside the bundle; from source, among the other programs. */
const SCRIPT = fileURLToPath(
  new URL(
    import.meta.url.endsWith(".ts") ? "../../../../bin/replica-process.ts" : "./replica-process.js",
    import.meta.url,
  ),
);

const SILENT = ["ignore", "ignore", "ignore"] as const;

/** Builds a replica in a child process: millions of rows would block the event loop and fill the memory. */
export const orderReplica = async (order: ReplicaOrder, signal: AbortSignal): Promise<ReplicaAbout> => {
  const options: ForkOptions = { serialization: "advanced", execArgv: [], env: {}, stdio: [...SILENT, "ipc"] };
  const child = fork(SCRIPT, options);
  const stop = (): boolean => child.kill("SIGKILL");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const reported = once(child, "message").then(([report]) => report as ReplicaReport);
    const ended = once(child, "exit").then(([code]) => ({ fault: `it ended with ${code}`, isTooLarge: false }));
    child.send(order);
    const report = await Promise.race([reported, ended]);
    signal.throwIfAborted();
    if ("about" in report) return report.about;
    if (report.isTooLarge) throw new ReplicaTooLarge();
    throw new Error(`a copy of an item table could not be made: ${report.fault}`);
  } finally {
    signal.removeEventListener("abort", stop);
    if (child.exitCode === null) stop();
  }
};
