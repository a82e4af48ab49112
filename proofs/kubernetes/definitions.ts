import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { eventually } from "../../apps/server/src/testing/eventually.ts";
import { type ApiServer, accepted, STARTS_WITHIN_MS } from "./api-server.ts";

const run = promisify(execFile);

/** Resource definitions of somebody else; they are read from their Go module and not copied. */
export interface Definitions {
  readonly module: string;
  readonly version: string;
  /** Inside the module. */
  readonly files: readonly string[];
  /** Lists that exist when they are installed, such as `/apis/ray.io/v1/rayjobs`. */
  readonly lists: readonly string[];
}

export const installDefinitions = async (ask: ApiServer["ask"], definitions: Definitions): Promise<void> => {
  const { module, version, files, lists } = definitions;
  const { stdout } = await run("go", ["mod", "download", "-json", `${module}@${version}`], { cwd: tmpdir() });
  const { Dir: folder } = JSON.parse(stdout) as { Dir: string };
  for (const file of files) {
    const yaml = await readFile(path.join(folder, file), "utf8");
    await accepted(file, ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", yaml));
  }
  for (const list of lists)
    await eventually(async () => ((await ask("GET", list)).status === 200 ? true : undefined), STARTS_WITHIN_MS);
};
