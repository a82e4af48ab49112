import { randomUUID } from "node:crypto";
import type { Actor } from "../../apps/server/src/actor.ts";
import { openCluster, openServe } from "../../apps/server/src/features/clusters/index.ts";
import { applyDeploy } from "../../apps/server/src/features/inference-services/deploys/apply-deploy.ts";
import {
  inferenceServicesHandlers,
  type OpenedServices,
  readServe,
} from "../../apps/server/src/features/inference-services/index.ts";
import type { ServeState } from "../../apps/server/src/platform/ray/ray-serve-client.ts";
import type { RayEngine } from "../../apps/server/src/testing/engines/ray-engine.ts";
import { eventually } from "../../apps/server/src/testing/eventually.ts";

interface ProofContext {
  readonly ray: RayEngine;
  readonly services: OpenedServices;
  readonly clusterId: string;
  readonly actor: Actor;
  readonly expect: (what: string, isTrue: boolean, found?: unknown) => void;
}

const MODULE = `from ray import serve
@serve.deployment
class Model:
    def __call__(self, request):
        return "ok"
app = Model.bind()
`;
const FOREIGN = {
  name: "foreign",
  route_prefix: "/foreign",
  import_path: "proof_service:app",
  runtime_env: { env_vars: { THEIRS: "kept" } },
  deployments: [{ name: "Model", num_replicas: 1, ray_actor_options: { num_cpus: 0.1 } }],
};
const aConfig = (more: object = {}) => ({
  import_path: "proof_service:app",
  route_prefix: "/mine",
  working_dir: null,
  args: {},
  env: [{ name: "MODE", value: "fast" }],
  deployments: [
    {
      name: "Model",
      scaling: { mode: "fixed", replicas: 1 },
      cpus: 0.1,
      gpus: 0,
      accelerator_type: null,
      max_ongoing_requests: 5,
    },
  ],
  ...more,
});
const replicasOf = (state: ServeState, name: string): string =>
  JSON.stringify(
    state.applications.get(name)?.deployments.map(({ replicas }) => replicas.map((one) => one.replica_id)),
  );

/** A service beside an application of others: created, scaled, updated with a fault, rolled back and deleted. */
export const proveServices = async ({ ray, services, clusterId, actor, expect }: ProofContext) => {
  const { db, clock } = services;
  const handlers = inferenceServicesHandlers(services) as unknown as Record<
    string,
    // biome-ignore lint/suspicious/noExplicitAny: bodies are compared field by field.
    (given: object) => Promise<any>
  >;
  const call = (name: string, given: object) =>
    handlers[name]?.({ actor, context: { actor, requestId: randomUUID(), at: clock() }, ...given });
  const cluster = await db.selectFrom("cluster").selectAll().where("id", "=", clusterId).executeTakeFirstOrThrow();
  const serve = openServe(services.clusters, cluster);
  const session = await openCluster(services.clusters, cluster).readVersion();
  await ray.addModule("proof_service", MODULE);
  await serve.write({ applications: [FOREIGN] });

  const body = { kind: "Ray Serve", name: "mine", template: "custom", model: "", cluster_id: clusterId };
  const { id } = await call("createService", { body: { ...body, config: aConfig(), request_key: randomUUID() } });
  const signal = new AbortController().signal;
  const read = () => call("getService", { params: { id } });
  const seen = (status: string, replicas?: number) =>
    eventually(async () => {
      await readServe(services, { ...cluster, failures: 0, nodes_at: null, polled_by: null }, session);
      const found = await read();
      return found.status === status && (replicas === undefined || found.replicas_ready === replicas)
        ? found
        : undefined;
    }, 90_000);
  const deploy = async (number: number, change?: object) => {
    if (change) {
      const { revision } = await read();
      const asked = { ...change, expect_revision: revision, request_key: randomUUID() };
      await call("deployService", { params: { id }, body: asked });
    }
    await applyDeploy(services, { serviceId: id, number, signal });
  };

  await deploy(1);
  const made = await seen("running", 1);
  expect(
    "a service runs on Ray Serve, with the address of its route",
    String(made.address).endsWith(":8000/mine"),
    made,
  );
  const before = replicasOf(await serve.read(), "foreign");
  await deploy(2, { kind: "scale", deployment: "Model", replicas: 2 });
  expect("it is scaled to two replicas", (await seen("running", 2)).deployments[0].replicas_ready === 2);
  await deploy(3, { kind: "update", config: aConfig({ import_path: "no_such_module:app" }) });
  const faulty = await seen("failed");
  expect(
    "a faulty update fails with its reason and without paths",
    faulty.message === "ModuleNotFoundError: No module named 'no_such_module'",
    faulty.message,
  );
  await deploy(4, { kind: "rollback", number: 2 });
  expect("it runs again after it was rolled back", (await seen("running", 2)).status === "running");
  await call("deleteService", { params: { id } });
  await deploy(5);
  const after = await eventually(async () => {
    const state = await serve.read();
    return state.applications.has("mine") ? undefined : state;
  }, 60_000);
  const foreign = after.applications.get("foreign");
  expect(
    "the application of others kept its configuration and its replica through all of it",
    JSON.stringify(foreign?.config) === JSON.stringify(FOREIGN) && replicasOf(after, "foreign") === before,
    [foreign?.config, before, replicasOf(after, "foreign")],
  );
};
