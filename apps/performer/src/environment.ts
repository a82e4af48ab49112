import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

const environment = z.object({
  DAILIES_PERFORMER_HOST: z.string().default("127.0.0.1"),
  DAILIES_PERFORMER_PORT: z.coerce.number().int().min(0).max(65_535),
  DAILIES_PERFORMER_FOLDER: z.string().default(join(tmpdir(), "dailies-performer")),
  /** Without it everybody who can reach the port may use the performer. */
  DAILIES_PERFORMER_TOKEN: z.string().min(1).optional(),
  /** Signs webhooks; Standard Webhooks format: whsec_ and then base64. */
  DAILIES_PERFORMER_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]+=*$/)
    .optional(),
  DAILIES_PERFORMER_RENDERS: z.coerce.number().int().min(1).max(64).default(2),
});

export interface PerformerOptions {
  readonly host: string;
  readonly port: number;
  readonly folder: string;
  readonly token?: string;
  readonly webhookSecret?: string;
  readonly rendersAtOnce: number;
}

export const readOptions = (source: NodeJS.ProcessEnv = process.env): PerformerOptions => {
  const env = environment.parse(source);
  return {
    host: env.DAILIES_PERFORMER_HOST,
    port: env.DAILIES_PERFORMER_PORT,
    folder: env.DAILIES_PERFORMER_FOLDER,
    token: env.DAILIES_PERFORMER_TOKEN,
    webhookSecret: env.DAILIES_PERFORMER_WEBHOOK_SECRET,
    rendersAtOnce: env.DAILIES_PERFORMER_RENDERS,
  };
};
