import { CLUSTER_JOB_TYPES } from "@dailies/contract";
import { z } from "zod";

/** Ray writes 64-bit integers as texts in `/nodes`. */
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,19}$/)
    .transform(Number),
]);
const optionalNumber = number.nullish().catch(null);
const optionalText = z.string().nullish().catch(null);

export const versionAnswer = z.object({ ray_version: z.string().min(1), session_name: optionalText });
export const authenticationAnswer = z.object({ authentication_mode: z.string() });
export const stopAnswer = z.object({ stopped: z.boolean() });

/** `LOST` is ours, so it is not among the states that Ray may report. */
export const jobDetails = z.object({
  type: z.enum(CLUSTER_JOB_TYPES),
  job_id: optionalText,
  submission_id: optionalText,
  driver_info: z.object({ id: optionalText }).nullish().catch(null),
  status: z.enum(["PENDING", "RUNNING", "STOPPED", "SUCCEEDED", "FAILED"]),
  entrypoint: z.string().catch(""),
  message: optionalText,
  error_type: optionalText,
  start_time: optionalNumber,
  end_time: optionalNumber,
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  driver_node_id: optionalText,
  driver_exit_code: z.int().nullish().catch(null),
});
export type JobDetails = z.output<typeof jobDetails>;

const pair = z.tuple([number, number]).rest(z.unknown());
export const clusterStatusAnswer = z.object({
  data: z.object({
    autoscalingError: optionalText,
    clusterStatus: z
      .object({
        loadMetricsReport: z
          .object({
            usage: z.record(z.string(), pair.nullable().catch(null)).nullish().catch(null),
            resourceDemand: z
              .array(
                z
                  .tuple([z.record(z.string(), number), number])
                  .nullable()
                  .catch(null),
              )
              .nullish()
              .catch(null),
          })
          .nullish(),
      })
      .nullish(),
  }),
});
export type ClusterStatusAnswer = z.output<typeof clusterStatusAnswer>;

export const gpuAnswer = z.object({
  index: number,
  name: z.string(),
  utilizationGpu: optionalNumber,
  memoryUsed: optionalNumber,
  memoryTotal: optionalNumber,
  temperatureC: z.number().nullish().catch(null),
});
export const nodeAnswer = z.object({
  hostname: z.string().nullish(),
  ip: z.string().nullish(),
  cpu: optionalNumber,
  cpus: z.array(number).nullish().catch(null),
  /** Total, available, percent, used. */
  mem: z.array(number).nullish().catch(null),
  gpus: z.array(gpuAnswer.nullable().catch(null)).nullish().catch(null),
  raylet: z.object({
    nodeId: z.string(),
    isHeadNode: z.boolean().nullish(),
    state: z.string(),
    stateMessage: optionalText,
    startTimeMs: optionalNumber,
    objectStoreUsedMemory: optionalNumber,
    objectStoreAvailableMemory: optionalNumber,
  }),
});
export type NodeAnswer = z.output<typeof nodeAnswer>;
export const nodesAnswer = z.object({ data: z.object({ summary: z.array(z.unknown()) }) });

/** Actors and tasks with the resources they hold. */
export const workloadsAnswer = z.object({ data: z.object({ result: z.object({ result: z.array(z.unknown()) }) }) });
export const workloadAnswer = z.object({
  job_id: z.string(),
  name: optionalText,
  required_resources: z.record(z.string(), number).nullish().catch(null),
});

const metric = z.object({ value: optionalNumber, max: optionalNumber }).nullish().catch(null);
export const operatorAnswer = z.object({
  operator: z.string(),
  name: optionalText,
  state: z.string().catch(""),
  progress: optionalNumber,
  total: optionalNumber,
  total_rows: optionalNumber,
  queued_blocks: optionalNumber,
  ray_data_output_rows: metric,
  ray_data_cpu_usage_cores: metric,
  ray_data_gpu_usage_cores: metric,
});
export type OperatorAnswer = z.output<typeof operatorAnswer>;
export const datasetAnswer = z.object({
  dataset: z.string(),
  state: z.string().catch(""),
  progress: optionalNumber,
  total: optionalNumber,
  /** In seconds, unlike the times of jobs. */
  start_time: optionalNumber,
  end_time: optionalNumber,
  ray_data_output_rows: metric,
  ray_data_current_bytes: metric,
  ray_data_cpu_usage_cores: metric,
  operators: z.array(operatorAnswer.nullable().catch(null)).catch([]),
});
export type DatasetAnswer = z.output<typeof datasetAnswer>;
export const datasetsAnswer = z.object({ datasets: z.array(z.unknown()) });
