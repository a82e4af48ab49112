import { existsSync, globSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";

const ENV_FILE = fileURLToPath(new URL("../../../../.data/env", import.meta.url));

/** The running engines: those from the shell environment, else those of this checkout. */
export const testEnvironment = (): NodeJS.ProcessEnv => {
  if (process.env.DAILIES_DATABASE_URL) return process.env;
  if (!existsSync(ENV_FILE)) throw new Error("the engines are not running: start them with ./dev engines up");
  return { ...process.env, ...parseEnv(readFileSync(ENV_FILE, "utf8")), DAILIES_MODE: "test" };
};

/** Temporal's time-skipping test server: on the PATH, or where ./dev installs it. */
export const findTimeSkippingServer = (): string => {
  const { cache } = programFolders();
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...globSync(join(cache, "engines-*", "bin"))];
  const found = folders.map((folder) => join(folder, "temporal-test-server")).find((path) => existsSync(path));
  if (!found) throw new Error("temporal-test-server is not installed: run ./dev engines up");
  return found;
};

/** Number of examples per property; the shell can ask for a longer search. */
export const examplesAsked = (usual: number): number => Number(process.env.DAILIES_TEST_EXAMPLES ?? usual);

/** The seed of a property; the shell can ask for another one, or for the one that failed. */
export const seedAsked = (usual: number): number => Number(process.env.DAILIES_TEST_SEED ?? usual);

/** Where programs are that only one proof needs: the folder of envtest, if the shell names one, and the cache of ./dev. */
export const programFolders = (): { readonly envtest: string | undefined; readonly cache: string } => ({
  envtest: process.env.KUBEBUILDER_ASSETS,
  cache: process.env.DAILIES_CACHE ?? join(homedir(), ".cache", "dailies"),
});
