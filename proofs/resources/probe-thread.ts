import { parentPort, workerData } from "node:worker_threads";
import { LightLines, type LightPerson } from "./light-lines.ts";
import type { ProbeInput } from "./prober.ts";

const lines = new LightLines(workerData as LightPerson);

parentPort?.on("message", async (ask: ProbeInput) => {
  parentPort?.postMessage("sliceMs" in ask ? await lines.probe(ask.sliceMs) : await lines.settle(ask.idleMs));
});
