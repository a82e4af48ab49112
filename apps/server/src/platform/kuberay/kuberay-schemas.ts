import { z } from "zod";
import { readQuantity } from "./quantity.ts";

// What is optional in KubeRay may be missing or of another shape in the next release, and must not hide the rest.
const optionalText = z.string().nullish().catch(null);
const whole = z.int().nonnegative().nullish().catch(null);
const flag = z.boolean().nullish().catch(null);
const quantity = z.union([z.string(), z.number()]).nullish().catch(null).transform(readQuantity);
const texts = z.record(z.string(), z.unknown()).nullish().catch(null);

const metadata = z.object({
  name: z.string().min(1).max(253),
  uid: optionalText,
  creationTimestamp: optionalText,
  deletionTimestamp: optionalText,
  ownerReferences: z
    .array(z.object({ kind: z.string(), name: z.string() }).nullable().catch(null))
    .nullish()
    .catch(null),
});

/** A page of a list; the items are read one by one. */
export const listAnswer = z.object({
  kind: z.string().regex(/^Ray\w+List$/),
  metadata: z.object({ continue: optionalText, remainingItemCount: whole }),
  items: z.array(z.unknown()),
});

const group = z.object({
  groupName: z.string(),
  replicas: whole,
  minReplicas: whole,
  maxReplicas: whole,
  numOfHosts: whole,
});
const condition = z.object({
  type: z.string(),
  status: z.string(),
  reason: optionalText,
  message: optionalText,
  lastTransitionTime: optionalText,
});
const listed = <T extends z.ZodType>(schema: T) =>
  z
    .array(schema.nullable().catch(null))
    .nullish()
    .catch(null)
    .transform((items) => (items ?? []).filter((item) => item !== null));

export const rayClusterAnswer = z.object({
  metadata,
  spec: z.object({
    rayVersion: optionalText,
    enableInTreeAutoscaling: flag,
    suspend: flag,
    workerGroupSpecs: listed(group),
  }),
  status: z
    .object({
      state: optionalText,
      reason: optionalText,
      desiredCPU: quantity,
      desiredGPU: quantity,
      desiredMemory: quantity,
      desiredWorkerReplicas: whole,
      readyWorkerReplicas: whole,
      minWorkerReplicas: whole,
      maxWorkerReplicas: whole,
      lastUpdateTime: optionalText,
      head: z
        .object({ serviceName: optionalText, serviceIP: optionalText, podName: optionalText })
        .nullish()
        .catch(null),
      endpoints: texts,
      conditions: listed(condition),
    })
    .nullish(),
});
export type RayClusterAnswer = z.output<typeof rayClusterAnswer>;

/** The specification of its RayCluster and its runtime environment are not read: keys are in them. */
export const rayJobAnswer = z.object({
  metadata,
  spec: z.object({ entrypoint: optionalText, metadata: texts }),
  status: z
    .object({
      jobId: optionalText,
      rayClusterName: optionalText,
      jobStatus: optionalText,
      jobDeploymentStatus: optionalText,
      reason: optionalText,
      message: optionalText,
      startTime: optionalText,
      endTime: optionalText,
    })
    .nullish(),
});
export type RayJobAnswer = z.output<typeof rayJobAnswer>;
