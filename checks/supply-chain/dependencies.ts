import { type Outcome, report } from "../outcome.ts";
import { readText } from "../repository.ts";
import {
  directProductionDependencies,
  installedForProduction,
  type Manifest,
  readManifest,
  WORKSPACE_FOLDERS,
} from "./installed-packages.ts";

const MAX_DIRECT_DEPENDENCIES = 41;
const MIN_RELEASE_AGE_MINUTES = 7 * 24 * 60;

/** May be combined and redistributed with Apache-2.0 code. */
const COMPATIBLE_LICENCES: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** Reviewed by hand, because the manifest is not sufficient. */
const READ_BY_HAND: ReadonlyMap<string, { readonly licence: string; readonly why: string }> = new Map([
  ["unionfs", { licence: "Unlicense", why: "names no licence in its manifest, but has it in its LICENSE file" }],
  [
    "caniuse-lite",
    { licence: "CC-BY-4.0", why: "covers data, which ships unchanged with its attribution inside Temporal's bundler" },
  ],
]);

/** Packages whose install scripts may run. None needs one: native parts are optional packages. */
const ALLOWED_BUILDS: readonly string[] = [];

export const licenceOf = ({ name, license, licenses }: Manifest): string =>
  READ_BY_HAND.get(name)?.licence ??
  (typeof license === "string" ? license : (license?.type ?? licenses?.[0]?.type)) ??
  "none named";

/** An SPDX expression is compatible when one side of every OR, and both sides of every AND, is. */
export const isCompatible = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((side) => side.split(" AND ").every((licence) => COMPATIBLE_LICENCES.has(licence.trim())));

export const isExact = (version: string): boolean =>
  /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) || version === "workspace:*";

const looseVersions = (folder: string): string[] => {
  const { dependencies, devDependencies, optionalDependencies } = readManifest(folder);
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !isExact(version))
    .map(([name, version]) => `${folder}/package.json: ${name} ${version} is not one exact version`);
};

const installPolicy = (): string[] => {
  const settings = readText("pnpm-workspace.yaml");
  const builds = /^allowBuilds:\n(?<entries>(?:[ ]+.*\n?)*)/m.exec(settings)?.groups?.entries ?? "";
  const allowed = [...builds.matchAll(/^\s+"?(?<name>[^":]+)"?:\s*true\b/gm)].map((match) => match.groups?.name ?? "");
  const age = Number(/^minimumReleaseAge:\s*(?<minutes>\d+)/m.exec(settings)?.groups?.minutes ?? 0);
  const faults = allowed
    .filter((name) => !ALLOWED_BUILDS.includes(name))
    .map((name) => `pnpm-workspace.yaml: ${name} may run an install script, which nobody weighed`);
  if (/dangerouslyAllowAllBuilds:\s*true/.test(settings))
    faults.push("pnpm-workspace.yaml: every install script may run");
  if (age < MIN_RELEASE_AGE_MINUTES)
    faults.push(`pnpm-workspace.yaml: minimumReleaseAge is ${age} minutes, under a week`);
  if (/^\s+resolution:.*tarball:/m.test(readText("pnpm-lock.yaml")))
    faults.push("pnpm-lock.yaml names a download address");
  return faults;
};

export const checkDependencies = (): Outcome => {
  const direct = directProductionDependencies();
  const installed = installedForProduction();
  const faults = [...WORKSPACE_FOLDERS.flatMap(looseVersions), ...installPolicy()];
  if (direct.size > MAX_DIRECT_DEPENDENCIES) {
    faults.push(`${direct.size} direct production dependencies; at most ${MAX_DIRECT_DEPENDENCIES}`);
  }
  for (const manifest of installed.filter((each) => !READ_BY_HAND.has(each.name) && !isCompatible(licenceOf(each)))) {
    faults.push(`${manifest.name}@${manifest.version}: licence ${licenceOf(manifest)} is not known to fit Apache-2.0`);
  }
  return { note: `${direct.size} direct, ${installed.length} installed for production`, faults };
};

if (import.meta.main) await report("dependencies", checkDependencies);
