import { readConfig } from "../../../apps/server/src/config.ts";
import { openLog } from "../../../apps/server/src/platform/observability/log.ts";
import { installRuntime, startTemporalWorker } from "../../../apps/server/src/platform/temporal/temporal-worker.ts";

const [taskQueue = "", workflowBundle = "", slots = "50"] = process.argv.slice(2);
const { log } = openLog({ level: "warn", isBuffered: false });
installRuntime(log);
const { temporal } = readConfig();
const { finished, shutdown } = await startTemporalWorker({
  ...temporal,
  taskQueue,
  log,
  buildId: "echo",
  workflowBundle,
  activities: { echo: async () => undefined },
  activitySlots: Number(slots),
});
process.on("SIGTERM", shutdown);
process.stdout.write("ready\n");
await finished;
