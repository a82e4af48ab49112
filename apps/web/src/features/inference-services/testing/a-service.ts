import type { ServiceCluster, ServiceDetail, ServiceItem, ServiceSecret } from "@dailies/contract";

const uuid = (number: number): string => `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const AT = "2026-03-02T09:29:55Z";
const CONFIG = {
  import_path: "captioner.serve:app",
  route_prefix: "/captions",
  working_dir: null,
  args: {},
  deployments: [
    {
      name: "Captioner",
      scaling: { mode: "fixed" as const, replicas: 2 },
      cpus: 2,
      gpus: 1,
      accelerator_type: "H100",
      max_ongoing_requests: 5,
    },
  ],
  env: [{ name: "HF_TOKEN", secret_id: uuid(90) }],
};

export const aService = (number: number, more: Partial<ServiceItem> = {}): ServiceItem => ({
  id: uuid(number),
  name: `captions-${number}`,
  kind: "Ray Serve",
  status: "running",
  template: "captioner",
  model: "caption-7b 2",
  owner: "mei",
  cluster_id: uuid(50),
  cluster_name: "training-a",
  address: "http://ray-head:8000/captions",
  route_prefix: "/captions",
  replicas_ready: 2,
  replicas_target: 2,
  gpus: 2,
  accelerator_type: "H100",
  message: null,
  fault: null,
  latency_ms: null,
  facts_at: AT,
  is_stale: false,
  last_deploy: {
    number: 2,
    kind: "scale",
    status: "Finished",
    message: null,
    created_by: "mei",
    created_at: AT,
    ended_at: AT,
  },
  may_change: true,
  revision: 3,
  created_at: AT,
  ...more,
});

export const anEndpoint = (number: number, more: Partial<ServiceItem> = {}): ServiceItem =>
  aService(number, {
    name: `scores-${number}`,
    kind: "HTTP endpoint",
    template: "custom",
    cluster_id: null,
    cluster_name: null,
    address: "https://scores.example.com",
    route_prefix: null,
    replicas_ready: null,
    replicas_target: null,
    gpus: null,
    accelerator_type: null,
    latency_ms: 41,
    last_deploy: null,
    ...more,
  });

const replica = (number: number, state: string) => ({
  replica_id: `Captioner-${number}`,
  state,
  node_id: null,
  started_at: AT,
});

export const aServiceDetail = (number: number, more: Partial<ServiceDetail> = {}): ServiceDetail => ({
  ...aService(number),
  health_address: null,
  config: CONFIG,
  deployments: [
    {
      name: "Captioner",
      status: "HEALTHY",
      message: null,
      replicas_target: 2,
      replicas_ready: 2,
      replicas: [replica(1, "RUNNING"), replica(2, "RUNNING")],
      dead_replicas: [replica(7, "STOPPED")],
      left_out: 0,
    },
  ],
  deploys: [
    {
      number: 2,
      kind: "scale",
      status: "Finished",
      message: null,
      created_by: "mei",
      created_at: AT,
      ended_at: AT,
      config: CONFIG,
      model: "caption-7b 2",
      from_number: null,
    },
    {
      number: 1,
      kind: "create",
      status: "Finished",
      message: null,
      created_by: "mei",
      created_at: AT,
      ended_at: AT,
      config: {
        ...CONFIG,
        deployments: CONFIG.deployments.map((each) => ({ ...each, scaling: { mode: "fixed", replicas: 1 } })),
      },
      model: "caption-7b 2",
      from_number: null,
    },
  ],
  performers: [],
  ...more,
});

export const aServiceCluster = (number: number, more: Partial<ServiceCluster> = {}): ServiceCluster => ({
  id: uuid(number),
  name: "training-a",
  status: "Reachable",
  fault: null,
  cpu: { free: 12, total: 64 },
  gpu: { free: 4, total: 16 },
  resources_at: AT,
  is_serve_started: true,
  serve_fault: null,
  serve_at: AT,
  foreign: [{ name: "their-demo", route_prefix: "/demo", status: "RUNNING" }],
  ...more,
});

export const aSecret = (number: number, more: Partial<ServiceSecret> = {}): ServiceSecret => ({
  id: uuid(number),
  name: `hf-token-${number}`,
  owner: "mei",
  is_own: true,
  updated_at: AT,
  used_by: [],
  ...more,
});

/** What a preview of an update answers. */
export const aPreview = () => ({
  put_body: JSON.stringify({ applications: [{ name: "captions-1", ...CONFIG }] }, null, 2),
  fit: { is_fit: true, asked: { cpu: 6, gpu: 3 }, free: { cpu: 16, gpu: 6 }, read_at: AT },
  refusal: null,
});
