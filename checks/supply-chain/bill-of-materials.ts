import { writeFileSync } from "node:fs";
import path from "node:path";
import { type Outcome, print, report } from "../outcome.ts";
import { ROOT } from "../repository.ts";
import { linesOf, runCommand } from "../run-command.ts";
import { licenceOf } from "./dependencies.ts";
import { installedForProduction, type Manifest } from "./installed-packages.ts";

/** Beside the bundle, so that it is shipped with what it describes. */
const FILE = "apps/server/dist/bill-of-materials.cdx.json";
const PRODUCTS = ["@dailies/server", "@dailies/web", "@dailies/performer"];

interface Component {
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly licenses?: readonly unknown[];
  readonly externalReferences?: readonly { readonly hashes?: readonly { readonly alg: string }[] }[];
}

interface BillOfMaterials {
  readonly bomFormat: string;
  readonly serialNumber?: string;
  readonly metadata: { readonly timestamp?: string };
  readonly components: readonly Component[];
}

const nameOf = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`);

const byName = (one: Component, other: Component): number => {
  const [a, b] = [one, other].map((component) => `${nameOf(component)}@${component.version}`) as [string, string];
  return a < b ? -1 : Number(a > b);
};

const withLicence = (component: Component, manifests: ReadonlyMap<string, Manifest>): Component => {
  const manifest = manifests.get(`${nameOf(component)}@${component.version}`);
  return component.licenses !== undefined || manifest === undefined
    ? component
    : { ...component, licenses: [{ license: { name: licenceOf(manifest) } }] };
};

/**
 * Every package of a production install, as CycloneDX. The same tree gives the same bytes: no time, no random number, and one
 * order, which pnpm does not keep.
 */
export const completeBill = (bill: BillOfMaterials, installed: readonly Manifest[]): BillOfMaterials => {
  const manifests = new Map(installed.map((manifest) => [`${manifest.name}@${manifest.version}`, manifest]));
  const { serialNumber: _, metadata, ...rest } = bill;
  const { timestamp: __, ...lasting } = metadata;
  return {
    ...rest,
    metadata: lasting,
    components: bill.components.map((component) => withLicence(component, manifests)).sort(byName),
  };
};

const isHashed = ({ externalReferences = [] }: Component): boolean =>
  externalReferences.some(({ hashes = [] }) => hashes.some(({ alg }) => alg === "SHA-512"));

/** Compares with node_modules, which the bundles are built from. */
export const billFaults = (bill: BillOfMaterials, installed: readonly Manifest[]): string[] => {
  const listed = new Map(bill.components.map((component) => [`${nameOf(component)}@${component.version}`, component]));
  const faults = installed
    .map(({ name, version }) => `${name}@${version}`)
    .filter((name) => !listed.has(name))
    .map((name) => `${name} is installed for production and not in the bill of materials`);
  for (const [name, component] of listed) {
    if (name.startsWith("@dailies/")) continue;
    if (!isHashed(component)) faults.push(`${name} has no SHA-512 in the lockfile`);
    if (component.licenses === undefined) faults.push(`${name} has no licence in the bill of materials`);
  }
  return faults;
};

const readBill = async (): Promise<BillOfMaterials> => {
  const filters = PRODUCTS.flatMap((name) => ["--filter", name]);
  const options = ["--prod", "--sbom-format", "cyclonedx", "--sbom-spec-version", "1.6", "--sbom-type", "application"];
  const finished = await runCommand("pnpm", ["sbom", ...options, ...filters], ROOT);
  if (finished.status !== 0) throw new Error(`pnpm sbom failed:\n${linesOf(finished).join("\n")}`);
  return JSON.parse(finished.stdout) as BillOfMaterials;
};

export const checkBillOfMaterials = async (): Promise<Outcome> => {
  const installed = installedForProduction();
  const bill = completeBill(await readBill(), installed);
  if (process.argv.includes("--write")) {
    writeFileSync(path.join(ROOT, FILE), `${JSON.stringify(bill, undefined, 2)}\n`);
    print(`wrote ${FILE}`);
  }
  return { note: `${bill.components.length} packages, ${bill.bomFormat}`, faults: billFaults(bill, installed) };
};

if (import.meta.main) await report("bill of materials", checkBillOfMaterials);
