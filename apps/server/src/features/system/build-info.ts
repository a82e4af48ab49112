import type { buildInfo } from "@dailies/contract";
import type { z } from "zod";
import type { Config } from "../../config.ts";
import { VERSION } from "../../version.ts";

export const describeBuild = ({ commit, mode }: Pick<Config, "commit" | "mode">): z.input<typeof buildInfo> => ({
  version: VERSION,
  commit,
  node: process.versions.node,
  mode,
  started_at: new Date(performance.timeOrigin).toISOString(),
});
