import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { engineUnit } from "../../apps/server/src/testing/engines/engine-unit.ts";

const ENGINES = ["ray", "mlflow"] as const;

/** `node e2e/real-engines/main.ts ray|mlflow [Playwright arguments]`: the journeys beside this engine, which is stopped then. */
const [asked, ...more] = process.argv.slice(2);
const engine = ENGINES.find((name) => name === asked);
if (!engine) throw new Error(`name an engine: ${ENGINES.join(" or ")}`);

const unit = engineUnit(engine);
await unit.start();
try {
  const run = path.resolve(import.meta.dirname, "../run.ts");
  const child = spawn(process.execPath, [run, "--config=real-engines.config.ts", `--project=${engine}`, ...more], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  const [status] = (await once(child, "exit")) as [number | null];
  process.exitCode = status ?? 1;
} finally {
  await unit.tell("stop");
}
