import { existsSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../repository.ts";

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string | { type?: string };
  readonly licenses?: readonly { type?: string }[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

export const WORKSPACE_FOLDERS = [
  ".",
  "packages/contract",
  "packages/uploader",
  "packages/formats",
  "packages/statistics",
  "apps/server",
  "apps/web",
  "apps/performer",
  "checks",
  "proofs",
  "e2e",
];
const PRODUCT_FOLDERS = [
  "packages/contract",
  "packages/uploader",
  "packages/formats",
  "packages/statistics",
  "apps/server",
  "apps/web",
  "apps/performer",
];

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(ROOT, folder, "package.json"), "utf8")) as Manifest;

const isOurs = (name: string): boolean => name.startsWith("@dailies/");

/** Direct dependencies of the product, without our own packages. */
export const directProductionDependencies = (): Set<string> =>
  new Set(
    PRODUCT_FOLDERS.flatMap((folder) => Object.keys(readManifest(folder).dependencies ?? {})).filter(
      (name) => !isOurs(name),
    ),
  );

const folderOf = (name: string, from: string): string | undefined => {
  for (let folder = from; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const candidate = path.join(folder, "node_modules", name);
    if (existsSync(path.join(candidate, "package.json"))) return realpathSync(candidate);
  }
  return undefined;
};

/** Every package of a production install, read from node_modules; optional packages for other systems are absent. */
export const installedForProduction = (): Manifest[] => {
  const found = new Map<string, Manifest>();
  const missing: string[] = [];
  const visit = (folder: string) => {
    const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as Manifest;
    if (found.has(folder)) return;
    found.set(folder, manifest);
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const next = folderOf(name, folder);
      if (next !== undefined) visit(next);
      else if (manifest.optionalDependencies?.[name] === undefined) missing.push(`${name} (for ${manifest.name})`);
    }
  };
  for (const folder of PRODUCT_FOLDERS) visit(path.join(ROOT, folder));
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(", ")}; run \`pnpm install\``);
  return [...found.values()].filter(({ name }) => !isOurs(name));
};
