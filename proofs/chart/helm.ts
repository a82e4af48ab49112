import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "../../checks/repository.ts";
import { findProgram } from "../kubernetes/programs.ts";
import { CHART, EXAMPLE_VALUES, type Values } from "./chart-files.ts";

const MAX_OUTPUT_BYTES = 32 * 1024 ** 2;

export interface HelmResult {
  readonly status: number;
  readonly stdout: string;
  /** Also what it says on its error output. */
  readonly said: string;
}

export interface Helm {
  readonly run: (...args: readonly string[]) => Promise<HelmResult>;
  /** A command about the chart with the values that have no default, and these besides. */
  readonly withValues: (values: Values, ...args: readonly string[]) => Promise<HelmResult>;
  readonly close: () => Promise<void>;
}

/** The real program, with folders of its own. */
export const openHelm = async (kubeconfig: string, namespace: string): Promise<Helm> => {
  const program = findProgram("helm");
  const folder = await mkdtemp(path.join(tmpdir(), "dailies-helm-"));
  const env = {
    HOME: folder,
    KUBECONFIG: kubeconfig,
    HELM_NAMESPACE: namespace,
    HELM_CACHE_HOME: folder,
    HELM_CONFIG_HOME: folder,
    HELM_DATA_HOME: folder,
  };
  const run: Helm["run"] = (...args) =>
    new Promise((resolve) => {
      execFile(program, [...args], { env, cwd: ROOT, maxBuffer: MAX_OUTPUT_BYTES }, (error, stdout, stderr) => {
        resolve({ status: error === null ? 0 : Number(error.code ?? 1), stdout, said: `${stdout}${stderr}` });
      });
    });
  let files = 0;
  return {
    run,
    withValues: async (values, ...args) => {
      files += 1;
      const file = path.join(folder, `values-${files}.yaml`);
      // JSON is YAML.
      await writeFile(file, JSON.stringify(values));
      return await run(...args, CHART, "--values", EXAMPLE_VALUES, "--values", file);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
};
