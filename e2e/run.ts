import { spawn } from "node:child_process";
import { once } from "node:events";
import { environmentWith } from "./environment.ts";
import { startStack } from "./harness/stack.ts";

/** `node e2e/run.ts [Playwright arguments]`: starts the stack, runs the journeys and cleans up. */
const stack = await startStack();
const playwright = spawn("pnpm", ["exec", "playwright", "test", ...process.argv.slice(2)], {
  cwd: import.meta.dirname,
  stdio: ["ignore", "inherit", "inherit"],
  env: environmentWith(stack.run),
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => playwright.kill(signal));
const [status] = (await once(playwright, "exit")) as [number | null];
const troubles = await stack.stop();
if (troubles.length > 0) process.stderr.write(`the server logged errors or secrets:\n${troubles.join("\n")}\n`);
process.exitCode = troubles.length > 0 ? 1 : (status ?? 1);
