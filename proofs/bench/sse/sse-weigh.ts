// Preloaded into both servers: on request it runs the garbage collector and reports memory use.
import { getHeapSpaceStatistics } from "node:v8";

process.on("message", (order) => {
  if (order !== "weigh") return;
  // Objects freed by a first collection may hold others.
  for (let turn = 0; turn < 3; turn += 1) globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  process.send?.({
    heldBytes: heapUsed + external,
    residentBytes: rss,
    youngBytes: young?.physical_space_size ?? 0,
  });
});
