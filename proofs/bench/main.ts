import { benchApi } from "./api.ts";
import { benchBoot } from "./boot.ts";

const BENCHES: Record<string, (isSmoke: boolean) => Promise<boolean>> = { api: benchApi, boot: benchBoot };

const [name = "", ...flags] = process.argv.slice(2);
const bench = BENCHES[name];
if (!bench) throw new Error(`there is no bench '${name}': one of ${Object.keys(BENCHES).join(", ")}`);
process.exitCode = (await bench(flags.includes("--smoke"))) ? 0 : 1;
