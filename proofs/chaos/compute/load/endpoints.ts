// HTTP endpoints beside Ray, whose health the console asks for: they live and die with the head of a cluster.
import { randomUUID } from "node:crypto";
import { inferenceServicesRoutes as routes } from "@dailies/contract";
import { findUnhealedEndpoints } from "./healed.ts";
import type { Load } from "./load.ts";

export const endpointsLoad: Load = {
  start: async (world) => {
    for (const { head } of world.clusters) {
      const body = {
        kind: "HTTP endpoint",
        name: `endpoint-of-${head.name}`,
        template: "custom",
        model: "",
        address: head.healthUrl,
        health_address: `${head.healthUrl}/health`,
        request_key: randomUUID(),
      } as const;
      await world.calls.insist(routes.createService, { body });
    }
    return {
      unhealed: () => findUnhealedEndpoints(world),
      stop: async () => undefined,
      audit: () => findUnhealedEndpoints(world),
      counts: () => ({ endpoints: world.clusters.length }),
    };
  },
};
