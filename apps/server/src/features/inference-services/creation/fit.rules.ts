import type { ServiceCluster, ServiceConfig, ServiceFit } from "@dailies/contract";

export interface Resources {
  readonly cpu: number;
  readonly gpu: number;
}

/** What the replicas need at least; an autoscaler may ask for more later. */
export const resourcesOf = (config: ServiceConfig): Resources => {
  const sum = (of: "cpus" | "gpus"): number =>
    config.deployments.reduce((total, { scaling, ...each }) => {
      const replicas = scaling.mode === "fixed" ? scaling.replicas : scaling.min_replicas;
      return total + replicas * each[of];
    }, 0);
  return { cpu: sum("cpus"), gpu: sum("gpus") };
};

/**
 * Fits / does not fit, by the resources that were free when the cluster was last polled. What the replicas of the service
 * hold now becomes free when they are replaced.
 */
export const fitOf = (
  config: ServiceConfig,
  { cpu, gpu, resources_at: readAt }: ServiceCluster,
  held: Resources = { cpu: 0, gpu: 0 },
): ServiceFit => {
  const asked = resourcesOf(config);
  const free = cpu && gpu ? { cpu: cpu.free + held.cpu, gpu: gpu.free + held.gpu } : null;
  return {
    is_fit: free && asked.cpu <= free.cpu && asked.gpu <= free.gpu,
    asked,
    free,
    read_at: readAt,
  };
};
