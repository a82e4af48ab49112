import type { ServiceDetail } from "@dailies/contract";
import { afterAll, beforeAll, expect } from "vitest";
import { applyDeployActivities } from "../../../features/inference-services/deploys/apply-deploy.activities.ts";
import {
  deployWorkflowId,
  servicesTaskQueue,
} from "../../../features/inference-services/deploys/service-queue.rules.ts";
import { type OpenedServices, openServices } from "../../../features/inference-services/index.ts";
import { newId } from "../../../platform/ids.ts";
import { aCaller, type Caller } from "../../builders/a-caller.ts";
import type { RayServer } from "../../outsiders/ray-server.ts";
import { useFeatureWorkers } from "../run-worker.ts";
import type { RunningApp } from "../start-app.ts";

export const aServiceConfig = (name: string, more: object = {}) => ({
  import_path: "captioner.serve:app",
  route_prefix: `/${name}`,
  deployments: [{ name: "Model", scaling: { mode: "fixed", replicas: 1 }, cpus: 1, gpus: 0 }],
  ...more,
});

/** Services on the cluster of a small real Ray server, deployed by real workflows. Call it at the top of a test file. */
export const useServices = (running: { readonly current: RunningApp }, ray: RayServer) => {
  let services: OpenedServices | undefined;
  const opened = (): OpenedServices => {
    if (!services) throw new Error("the services are open only while tests run");
    return services;
  };
  const { taskQueue, temporal } = useFeatureWorkers(
    servicesTaskQueue,
    () =>
      // Opened later than this is called, and before the first workflow.
      ({
        applyServiceDeploy: (input) => applyDeployActivities(opened()).applyServiceDeploy(input),
        failServiceDeploy: (input) => applyDeployActivities(opened()).failServiceDeploy(input),
      }) satisfies ReturnType<typeof applyDeployActivities>,
  );
  let clusterId = "";
  let ada: Caller | undefined;
  beforeAll(async () => {
    const { db, clock, config } = running.current;
    const { secretKeys, clusters: network, performerOrigins: serviceOrigins } = config;
    services = openServices({ db, clock: clock.now, secretKeys, network, serviceOrigins });
    const admin = await aCaller(running.current, { permissions: ["ADMIN_MANAGE_R"] });
    const registered = { name: `Cluster ${newId()}`, address: ray.url, token: ray.token, request_key: newId() };
    const { body } = await admin.post("/api_v1/ray/cluster/create", registered);
    clusterId = String(body.id);
    ada = await aCaller(running.current);
  });
  afterAll(() => services?.close());
  const caller = (): Caller => {
    if (!ada) throw new Error("the callers exist only while tests run");
    return ada;
  };

  const get = async (id: string): Promise<ServiceDetail> =>
    (await caller().get(`/api_v1/is/${id}`)).body as unknown as ServiceDetail;
  /** Runs the newest deploy as the outbox would start it; undefined once the service is deleted. */
  const settle = async (id: string): Promise<ServiceDetail | undefined> => {
    const { deploy_number: number } = await running.current.db
      .selectFrom("inference_service")
      .select("deploy_number")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const { workflow } = await temporal.client();
    const how = {
      taskQueue,
      workflowId: deployWorkflowId(id, number),
      args: [{ serviceId: id, number, requestId: "r" }],
    };
    await workflow.execute("deployInferenceService", how);
    const { status, body } = await caller().get(`/api_v1/is/${id}`);
    return status === 404 ? undefined : (body as unknown as ServiceDetail);
  };
  const create = async (name: string, config: object = {}, more: object = {}): Promise<string> => {
    const asked = { kind: "Ray Serve", name, cluster_id: clusterId, config: aServiceConfig(name, config) };
    const { status, body } = await caller().post("/api_v1/is", { ...asked, request_key: newId(), ...more });
    expect([status, body]).toMatchObject([200, { status: "pending" }]);
    return String(body.id);
  };
  return {
    ada: caller,
    services: opened,
    clusterId: () => clusterId,
    create,
    get,
    settle,
    deployed: async (name: string, config: object = {}, more: object = {}) => {
      const id = await create(name, config, more);
      await settle(id);
      return id;
    },
    change: async (id: string, body: object) => {
      const { revision } = await get(id);
      const asked = { expect_revision: revision, request_key: newId(), ...body };
      return caller().post(`/api_v1/is/${id}/deploy`, asked);
    },
    remove: (id: string) => running.current.call(`/api_v1/is/${id}`, { method: "DELETE", cookies: caller().cookies }),
  };
};
