import { z } from "zod";
import { nonNegativeInt, positiveInt, text, uuid } from "../kit.ts";

/** What a service is made for: it fills in the form, and names the capability of a performer made from it. */
export const SERVICE_TEMPLATES = ["t2v", "i2v", "captioner", "scorer", "custom"] as const;
export type ServiceTemplate = (typeof SERVICE_TEMPLATES)[number];

export const MAX_REPLICAS = 256;
const MAX_DEPLOYMENTS = 20;
const MAX_ENV = 50;
const MAX_ARGUMENTS = 30;

/** Also the name of the application in Ray Serve. */
export const serviceName = z
  .string({ error: "please enter a name" })
  .regex(/^[a-z]([a-z0-9-]{0,58}[a-z0-9])?$/, "use up to 60 small letters, digits and hyphens, beginning with a letter")
  .meta({ maxLength: 60 });

const deploymentName = z
  .string()
  .regex(/^[A-Za-z_][\w-]{0,99}$/, "use the name of the deployment in the code, such as Model")
  .meta({ maxLength: 100 });

const fixedReplicas = z.strictObject({ mode: z.literal("fixed"), replicas: positiveInt.max(MAX_REPLICAS) });
const autoscaling = z
  .strictObject({
    mode: z.literal("auto"),
    min_replicas: nonNegativeInt.max(MAX_REPLICAS),
    max_replicas: positiveInt.max(MAX_REPLICAS),
    target_ongoing_requests: z.number().positive().max(10_000),
  })
  .refine(({ min_replicas: min, max_replicas: max }) => min <= max, {
    message: "the least number of replicas is above the largest",
    path: ["min_replicas"],
  });
export const serviceScaling = z.discriminatedUnion("mode", [fixedReplicas, autoscaling]);

export const serviceDeployment = z.strictObject({
  name: deploymentName,
  scaling: serviceScaling,
  /** Of each replica. */
  cpus: z.number().nonnegative().max(1_024),
  gpus: z.number().nonnegative().max(64),
  /** Such as H100; null where any will do. */
  accelerator_type: z
    .string()
    .regex(/^[\w.-]{1,60}$/, "use the name of an accelerator, such as H100")
    .meta({ maxLength: 60 })
    .nullable()
    .default(null),
  max_ongoing_requests: positiveInt.max(10_000).default(5),
});
export type ServiceDeployment = z.output<typeof serviceDeployment>;

const variableName = z
  .string()
  .regex(/^[A-Za-z_]\w{0,99}$/, "use letters, digits and underscores")
  .meta({ maxLength: 100 });
/** A secret is named, never sent: the worker puts its value in when it writes to the cluster. */
export const serviceVariable = z.union([
  z.strictObject({ name: variableName, value: text({ max: 4_000 }) }),
  z.strictObject({ name: variableName, secret_id: uuid }),
]);
export type ServiceVariable = z.output<typeof serviceVariable>;

const distinct = <T>(keyOf: (item: T) => string) =>
  z.refine<T[]>((items) => new Set(items.map(keyOf)).size === items.length, "a name stands here twice");

/** One application of Ray Serve. */
export const serviceConfig = z.strictObject({
  import_path: z
    .string({ error: "please enter the import path" })
    .regex(/^[A-Za-z_][\w.]{0,199}:[A-Za-z_][\w.]{0,99}$/, "write module and application, such as captioner.serve:app")
    .meta({ maxLength: 300 }),
  route_prefix: z
    .string()
    .regex(/^\/[a-z0-9][a-z0-9/_-]{0,198}$/, "begin with a slash, then small letters, digits and hyphens")
    .meta({ maxLength: 200 }),
  /** A zip file that every replica fetches; null when the code is on the machines of the cluster. */
  working_dir: z
    .string()
    .regex(/^(https|s3|gs):\/\/[^\s@]{1,990}\.zip$/, "write the address of a zip file: https, s3 or gs")
    .meta({ maxLength: 1_000 })
    .nullable()
    .default(null),
  /** Passed to the function that builds the application. */
  args: z
    .record(z.string().max(100), z.union([text({ max: 2_000 }), z.number(), z.boolean(), z.null()]))
    .refine((args) => Object.keys(args).length <= MAX_ARGUMENTS, `at most ${MAX_ARGUMENTS} arguments`)
    .default({}),
  deployments: z
    .array(serviceDeployment)
    .min(1)
    .max(MAX_DEPLOYMENTS)
    .check(distinct(({ name }) => name)),
  env: z
    .array(serviceVariable)
    .max(MAX_ENV)
    .default([])
    .check(distinct(({ name }) => name)),
});
export type ServiceConfig = z.output<typeof serviceConfig>;
