import type { ServiceCluster, ServiceConfig, ServiceFit } from "@dailies/contract";

/** What the replicas need at least; an autoscaler may ask for more later. */
export const resourcesOf = (config: ServiceConfig): { readonly cpu: number; readonly gpu: number } => {
  const sum = (of: "cpus" | "gpus"): number =>
    config.deployments.reduce((total, { scaling, ...each }) => {
      const replicas = scaling.mode === "fixed" ? scaling.replicas : scaling.min_replicas;
      return total + replicas * each[of];
    }, 0);
  return { cpu: sum("cpus"), gpu: sum("gpus") };
};

/** Fits / does not fit, by the resources that were free when the cluster was last polled. */
export const fitOf = (config: ServiceConfig, { cpu, gpu, resources_at: readAt }: ServiceCluster): ServiceFit => {
  const asked = resourcesOf(config);
  const free = cpu && gpu ? { cpu: cpu.free, gpu: gpu.free } : null;
  return {
    is_fit: free && asked.cpu <= free.cpu && asked.gpu <= free.gpu,
    asked,
    free,
    read_at: readAt,
  };
};
