import { z } from "zod";
import { CLUSTER_STATUSES, clusterFault } from "../clusters/schemas.ts";
import { moment, nonNegativeInt, positiveInt, text, uuid } from "../kit.ts";
import { wholeNumber } from "../lists.ts";
import { SERVICE_TEMPLATES, serviceConfig, serviceName } from "./config.ts";

/** More cannot be registered: their health is asked for every few seconds. */
export const MAX_SERVICES = 1_000;
export const SERVICE_KINDS = ["Ray Serve", "HTTP endpoint"] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];
/** One vocabulary for both kinds. */
export const SERVICE_STATUSES = [
  "pending",
  "deploying",
  "running",
  "updating",
  "unhealthy",
  "failed",
  "paused",
  "deleting",
] as const;
export type ServiceStatus = (typeof SERVICE_STATUSES)[number];
export const DEPLOY_KINDS = ["create", "update", "scale", "pause", "resume", "rollback", "restore", "delete"] as const;
export type DeployKind = (typeof DEPLOY_KINDS)[number];
export const DEPLOY_STATUSES = ["Waiting", "Running", "Finished", "Failed"] as const;
/** Why the facts are not newer; beside the faults of a cluster. */
export const SERVICE_FAULTS = [
  ...clusterFault.options,
  /** The cluster is no longer registered. */
  "no_cluster",
  /** Ray answers, and Serve has no such application although ours was written to it. */
  "missing",
  /** The health address answered with a status that is none of success. */
  "bad_status",
] as const;
export const serviceFault = z.enum(SERVICE_FAULTS);
export type ServiceFault = z.output<typeof serviceFault>;

const amount = z.number().nonnegative();

export const serviceDeploy = z.object({
  number: positiveInt,
  kind: z.enum(DEPLOY_KINDS),
  status: z.enum(DEPLOY_STATUSES),
  /** Why it failed, in our words. */
  message: z.string().nullable(),
  created_by: z.string(),
  created_at: moment,
  ended_at: moment.nullable(),
});
export type ServiceDeploy = z.output<typeof serviceDeploy>;

export const serviceItem = z.object({
  id: uuid,
  name: z.string(),
  kind: z.enum(SERVICE_KINDS),
  status: z.enum(SERVICE_STATUSES),
  template: z.enum(SERVICE_TEMPLATES),
  model: z.string(),
  owner: z.string(),
  cluster_id: uuid.nullable(),
  cluster_name: z.string().nullable(),
  /**
   * Where callers reach it; null while the port of Serve is not known, and for those who may not see the addresses of
   * clusters.
   */
  address: z.string().nullable(),
  route_prefix: z.string().nullable(),
  replicas_ready: nonNegativeInt.nullable(),
  replicas_target: nonNegativeInt.nullable(),
  /** Of all replicas that are asked for. */
  gpus: amount.nullable(),
  accelerator_type: z.string().nullable(),
  /** What Serve says about it, without paths and secrets. */
  message: z.string().nullable(),
  fault: serviceFault.nullable(),
  /** Of the last answer of a health address. */
  latency_ms: nonNegativeInt.nullable(),
  /** When the facts were read; null before the first time. */
  facts_at: moment.nullable(),
  /** Whether the facts are older than they should be. */
  is_stale: z.boolean(),
  last_deploy: serviceDeploy.nullable(),
  may_change: z.boolean(),
  revision: positiveInt,
  created_at: moment,
});
export type ServiceItem = z.output<typeof serviceItem>;

const replica = z.object({
  replica_id: z.string(),
  state: z.string(),
  node_id: z.string().nullable(),
  started_at: moment.nullable(),
});
export const deploymentFacts = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string().nullable(),
  replicas_target: nonNegativeInt.nullable(),
  replicas_ready: nonNegativeInt,
  replicas: z.array(replica),
  /** Replicas that died recently, the newest first. */
  dead_replicas: z.array(replica),
  /** Replicas that are not listed because there are too many. */
  left_out: nonNegativeInt,
});
export type DeploymentFacts = z.output<typeof deploymentFacts>;

export const servicePerformer = z.object({ id: uuid, name: z.string() });

export const serviceDetail = serviceItem.extend({
  health_address: z.string().nullable(),
  /** What was asked for last; null for an HTTP endpoint. */
  config: serviceConfig.nullable(),
  deployments: z.array(deploymentFacts),
  /** The newest first, with what each of them asked for. */
  deploys: z.array(
    serviceDeploy.extend({
      config: serviceConfig.nullable(),
      /** Model and version; null for deploys from before they were recorded. */
      model: z.string().nullable(),
      from_number: positiveInt.nullable(),
    }),
  ),
  /** Performers that call it, the newest first, for those who may use them. */
  performers: z.array(servicePerformer),
});
export type ServiceDetail = z.output<typeof serviceDetail>;

/** An application in Serve that the console did not deploy, and never changes. */
export const foreignApplication = z.object({
  name: z.string(),
  route_prefix: z.string().nullable(),
  status: z.string(),
});
const freeOf = z.object({ free: amount, total: amount });
export const serviceCluster = z.object({
  id: uuid,
  name: z.string(),
  status: z.enum(CLUSTER_STATUSES),
  fault: clusterFault.nullable(),
  cpu: freeOf.nullable(),
  gpu: freeOf.nullable(),
  resources_at: moment.nullable(),
  /** Null until Serve was asked; false before its first application. */
  is_serve_started: z.boolean().nullable(),
  serve_fault: clusterFault.nullable(),
  serve_at: moment.nullable(),
  foreign: z.array(foreignApplication),
});
export type ServiceCluster = z.output<typeof serviceCluster>;

export const serviceFit = z.object({
  /** Null while the resources of the cluster are not known. */
  is_fit: z.boolean().nullable(),
  asked: z.object({ cpu: amount, gpu: amount }),
  free: z.object({ cpu: amount, gpu: amount }).nullable(),
  read_at: moment.nullable(),
});
export type ServiceFit = z.output<typeof serviceFit>;

export const serviceCaller = z.object({
  performer_id: uuid,
  performer: z.string(),
  user: z.string(),
  calls: positiveInt,
  last_at: moment,
});

const httpUrl = (error: string) => z.url({ protocol: /^https?$/, error }).max(500);
const common = {
  name: serviceName,
  template: z.enum(SERVICE_TEMPLATES).default("custom"),
  model: text({ max: 200 }).default(""),
};
/** A repeated request with the same key returns the service of the first. */
const requestKey = { request_key: uuid };
/** The run whose checkpoint the service is made for. */
const ofRun = { run_id: uuid.optional() };
export const createServiceBody = z.discriminatedUnion("kind", [
  z.strictObject({
    ...common,
    ...requestKey,
    ...ofRun,
    kind: z.literal("HTTP endpoint"),
    address: httpUrl("write the address of the service, such as https://captions.example.com"),
    health_address: httpUrl(
      "write the address that says whether it lives, such as https://captions.example.com/health",
    ),
  }),
  z.strictObject({
    ...common,
    ...requestKey,
    ...ofRun,
    kind: z.literal("Ray Serve"),
    cluster_id: uuid,
    config: serviceConfig,
  }),
]);
/** With a service: what its update would write. Name and cluster are then those of the service. */
export const previewServiceBody = z.strictObject({
  name: serviceName,
  cluster_id: uuid,
  config: serviceConfig,
  service_id: uuid.optional(),
});

const expected = { expect_revision: positiveInt, request_key: uuid };
/** Each of them is a deploy with a number. */
export const deployServiceBody = z.discriminatedUnion("kind", [
  z.strictObject({
    ...expected,
    kind: z.literal("update"),
    config: serviceConfig,
    /** Model and version; as before unless given. */
    model: text({ max: 200 }).optional(),
  }),
  z.strictObject({
    ...expected,
    kind: z.literal("scale"),
    deployment: text({ min: 1, max: 100 }),
    replicas: positiveInt.max(256),
  }),
  z.strictObject({ ...expected, kind: z.literal("pause") }),
  z.strictObject({ ...expected, kind: z.literal("resume") }),
  z.strictObject({ ...expected, kind: z.literal("rollback"), number: positiveInt }),
]);
export type DeployService = z.output<typeof deployServiceBody>;

export const listServicesQuery = z.object({
  limit: wholeNumber(50, 1, 100),
  /** `next_cursor` of the page before. */
  cursor: text({ max: 100 }).optional(),
  q: text({ max: 100 }).optional(),
  status: z.enum(SERVICE_STATUSES).optional(),
  kind: z.enum(SERVICE_KINDS).optional(),
  cluster_id: uuid.optional(),
});

export const listSecretsQuery = z.object({
  /** Those of everybody, for administrators. */
  scope: z.enum(["own", "all"]).default("own"),
});
export const serviceSecret = z.object({
  id: uuid,
  name: z.string(),
  owner: z.string(),
  is_own: z.boolean(),
  /** When its value was saved or replaced. */
  updated_at: moment,
  /** Services whose newest or running configuration refers to it. */
  used_by: z.array(z.object({ id: uuid, name: z.string() })),
});
export type ServiceSecret = z.output<typeof serviceSecret>;
export const saveServiceSecretBody = z.strictObject({
  name: z
    .string({ error: "please enter a name" })
    .regex(/^[\w.-]{1,100}$/, "use up to 100 letters, digits, dots, hyphens and underscores")
    .meta({ maxLength: 100 }),
  /** Write-only. */
  value: text({ min: 1, max: 4_000, required: "please enter the secret" }),
});
