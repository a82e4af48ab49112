import { parseArgs } from "node:util";
import { chaosRestart } from "./restart.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { restarts: { type: "string", default: "20" } },
});

if (positionals[0] !== "restart") throw new Error("there is no such chaos: restart");
process.exitCode = (await chaosRestart(Number(values.restarts))) ? 0 : 1;
