import type { ServiceConfig, ServiceDetail } from "@dailies/contract";
import { serviceConfig } from "@dailies/contract/inference-services/config";
import { z } from "zod";

const { import_path, route_prefix, working_dir, deployments, env, args } = serviceConfig.shape;

const parseArguments = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is not what the schema of the arguments allows either.
    return undefined;
  }
};

/** The fields of the form. The arguments are one text, because their names are up to the application. */
export const updateForm = z.object({
  model: z.string().max(200).default(""),
  import_path,
  route_prefix,
  working_dir,
  args: z
    .string()
    .max(50_000)
    .default("{}")
    .refine((text) => args.unwrap().safeParse(parseArguments(text)).success, {
      message: 'write JSON with names and values, such as {"steps": 20}',
    }),
  deployments,
  env,
});
export type UpdateForm = z.output<typeof updateForm>;

export const fieldsOf = (config: ServiceConfig, { model }: ServiceDetail): UpdateForm => ({
  model,
  import_path: config.import_path,
  route_prefix: config.route_prefix,
  working_dir: config.working_dir,
  args: JSON.stringify(config.args, null, 2),
  deployments: config.deployments,
  env: config.env,
});

/** What is asked for: the configuration, and the name of the model and its version. */
export interface NextVersion {
  readonly model: string;
  readonly config: ServiceConfig;
}

export const nextVersionOf = ({ model, args: written, ...config }: UpdateForm): NextVersion => ({
  model,
  config: { ...config, args: args.unwrap().parse(parseArguments(written)) },
});
