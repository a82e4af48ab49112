// What the worker polls clusters with, and nothing else, so that its processor time is that of polling.
import { readConfig } from "../../../apps/server/src/config.ts";
import {
  type ClusterReader,
  openClusters,
  startClusterPoller,
} from "../../../apps/server/src/features/clusters/index.ts";
import {
  openServices,
  readServe,
  startEndpointPoller,
} from "../../../apps/server/src/features/inference-services/index.ts";
import { systemClock } from "../../../apps/server/src/platform/clock.ts";
import { createDatabase } from "../../../apps/server/src/platform/db/database.ts";
import { openLog } from "../../../apps/server/src/platform/observability/log.ts";
import { testEnvironment } from "../../../apps/server/src/testing/environment.ts";

const config = readConfig(testEnvironment());
const { db, close } = createDatabase({ ...config.database, applicationName: "dailies-bench-poller" });
const { log } = openLog({ level: "info", isBuffered: true });
const deps = { db, clock: systemClock, secretKeys: config.secretKeys, network: config.clusters };
const clusters = openClusters(deps);
const services = openServices({ ...deps, serviceOrigins: config.performerOrigins });
const readMore: ClusterReader = (cluster, session) => readServe(services, cluster, session);
const pollers = [startClusterPoller({ ...clusters, log, readMore }), startEndpointPoller({ ...services, log })];
process.on("SIGTERM", async () => {
  for (const poller of pollers) await poller.stop();
  services.close();
  clusters.close();
  await close();
  process.exit(0);
});
process.send?.("ready");
