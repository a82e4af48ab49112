import { SERVICE_TEMPLATES, type ServiceConfig, type ServiceTemplate } from "@dailies/contract";
import { serviceConfig, serviceDeployment, serviceName } from "@dailies/contract/inference-services/config";
import { z } from "zod";

const { import_path, route_prefix, working_dir, env } = serviceConfig.shape;
const { name: deployment, cpus, gpus, accelerator_type } = serviceDeployment.shape;
const count = z.int().min(0).max(256);

/** The fields of the form: an application with one deployment. Others are written by the API. */
export const serveForm = z.object({
  name: serviceName,
  template: z.enum(SERVICE_TEMPLATES),
  model: z.string().max(200).default(""),
  cluster_id: z.uuid({ error: "please choose a cluster" }),
  import_path,
  route_prefix,
  working_dir,
  deployment,
  mode: z.enum(["fixed", "auto"]),
  replicas: count.min(1).default(1),
  min_replicas: count.default(1),
  max_replicas: count.min(1).default(2),
  target_ongoing_requests: z.number().positive().max(10_000).default(2),
  cpus,
  gpus,
  accelerator_type,
  env,
});
export type ServeForm = z.output<typeof serveForm>;

/** What a template fills in; all of it can be changed. */
export const TEMPLATE_FIELDS: Record<ServiceTemplate, Partial<ServeForm>> = {
  t2v: { import_path: "text_to_video.serve:app", deployment: "TextToVideo", cpus: 4, gpus: 1 },
  i2v: { import_path: "image_to_video.serve:app", deployment: "ImageToVideo", cpus: 4, gpus: 1 },
  captioner: { import_path: "captioner.serve:app", deployment: "Captioner", cpus: 2, gpus: 1 },
  scorer: { import_path: "scorer.serve:app", deployment: "Scorer", cpus: 1, gpus: 0 },
  custom: {},
};

export const FIRST_FIELDS = {
  template: "custom",
  mode: "fixed",
  replicas: 1,
  min_replicas: 1,
  max_replicas: 2,
  target_ongoing_requests: 2,
  cpus: 1,
  gpus: 0,
  env: [],
} as const;

export const configOf = (form: ServeForm): ServiceConfig => ({
  import_path: form.import_path,
  route_prefix: form.route_prefix,
  working_dir: form.working_dir,
  args: {},
  deployments: [
    {
      name: form.deployment,
      scaling:
        form.mode === "fixed"
          ? { mode: "fixed", replicas: form.replicas }
          : {
              mode: "auto",
              min_replicas: form.min_replicas,
              max_replicas: form.max_replicas,
              target_ongoing_requests: form.target_ongoing_requests,
            },
      cpus: form.cpus,
      gpus: form.gpus,
      accelerator_type: form.accelerator_type,
      max_ongoing_requests: 5,
    },
  ],
  env: form.env,
});
