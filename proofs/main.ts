// Proofs of properties of the whole product: `pnpm proof NAME`. The arguments behind the name are the proof's own.
type Prove = (args: readonly string[]) => Promise<boolean>;

/** Loaded by name, so that a proof does not load what another one needs. */
const PROOFS: Readonly<Record<string, () => Promise<Prove>>> = {
  chart: async () => (await import("./chart/chart.ts")).proveChart,
  compose: async () => (await import("./compose/compose.ts")).proveCompose,
  image: async () => (await import("./images/images.ts")).proveImages,
  restore: async () => (await import("./restore/restore.ts")).proveRestore,
  resources: async () => (await import("./resources/resources.ts")).proveResources,
  upgrade: async () => (await import("./upgrade/upgrade.ts")).proveUpgrade,
};

const [name = "", ...args] = process.argv.slice(2);
const load = PROOFS[name];
if (!load) throw new Error(`there is no such proof; there is ${Object.keys(PROOFS).join(", ")}`);
const prove = await load();
process.exitCode = (await prove(args)) ? 0 : 1;
