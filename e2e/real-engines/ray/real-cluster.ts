import { randomUUID } from "node:crypto";
import type { ClusterItem } from "@dailies/contract";
import type { Page } from "@playwright/test";
import { engineUnit } from "../../../apps/server/src/testing/engines/engine-unit.ts";
import type { RayEngine } from "../../../apps/server/src/testing/engines/ray-engine.ts";
import { callFrom, readFrom } from "../../fixtures/call.ts";

/** A real head starts jobs, replicas and polls within this, also while neighbours need the machine. */
export const RAY_MS = 150_000;

/** Starts the head again that a journey killed; a head that runs is left as it is. */
export const startHead = (): Promise<string> => engineUnit("ray").tell("up");

export const findCluster = async (page: Page, { address }: RayEngine): Promise<ClusterItem | undefined> => {
  const { items } = await readFrom<{ items: ClusterItem[] }>(page, "/ray/clusters");
  return items.find((one) => one.address === address);
};

/** Registers the cluster as the page's user, unless another journey did. */
export const ensureCluster = async (page: Page, ray: RayEngine, name: string): Promise<ClusterItem> => {
  const known = await findCluster(page, ray);
  if (known) return known;
  return callFrom(page, "/ray/cluster/create", {
    name,
    kind: "Ray",
    address: ray.address,
    token: ray.token,
    request_key: randomUUID(),
    is_check_skipped: false,
  });
};
