// Cold start to ready of the production bundle against a bare Fastify that opens one port.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { testEnvironment } from "../../apps/server/src/testing/environment.ts";
import { freePort } from "../../apps/server/src/testing/listening.ts";
import { interval90, median } from "./statistics.ts";

const BUNDLE = fileURLToPath(new URL("../../apps/server/dist/api.js", import.meta.url));
const SOURCE = fileURLToPath(new URL("../../apps/server/src/bin/api.ts", import.meta.url));
const fastifyUrl = pathToFileURL(createRequire(SOURCE).resolve("fastify")).href;

const BARE = `
import Fastify from ${JSON.stringify(fastifyUrl)};
const app = Fastify();
app.get("/", async () => ({ ok: true }));
await app.listen({ host: "127.0.0.1", port: 0 });
process.send("ready");
`;

/** From the start of the process until it says that it answers, in milliseconds. */
const startOnce = async (program: string): Promise<number> => {
  const env = {
    ...testEnvironment(),
    DAILIES_MODE: "production",
    DAILIES_HTTP_PORT: `${await freePort()}`,
    DAILIES_OPS_PORT: `${await freePort()}`,
  };
  const started = performance.now();
  const child: ChildProcess = spawn(process.execPath, [program], {
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error(`${program} ended early`))),
  ]);
  const tookMs = performance.now() - started;
  child.kill("SIGKILL");
  return tookMs;
};

export const benchBoot = async (isSmoke: boolean): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), "dailies-boot-"));
  const bare = join(folder, "bare.mjs");
  await writeFile(bare, BARE);
  try {
    const rounds = isSmoke ? 3 : 15;
    const times: Record<"bare" | "bundle" | "source", number[]> = { bare: [], bundle: [], source: [] };
    for (const program of [bare, BUNDLE, SOURCE]) await startOnce(program);
    for (let i = 0; i < rounds; i++) {
      times.bare.push(await startOnce(bare));
      times.bundle.push(await startOnce(BUNDLE));
      times.source.push(await startOnce(SOURCE));
    }
    const ratios = times.bundle.map((ms, i) => ms / (times.bare[i] ?? Number.NaN));
    const [low, high] = interval90(ratios);
    const bundleMs = median(times.bundle);
    const ratio = median(ratios);
    const isReached = ratio <= 2 && bundleMs <= 1_000;
    process.stdout.write(
      [
        `cold start to ready, medians of ${rounds} alternating rounds`,
        `  bare Fastify      ${median(times.bare).toFixed(0)} ms`,
        `  production bundle ${bundleMs.toFixed(0)} ms, ratio ${ratio.toFixed(2)} (90 % ${low.toFixed(2)}–${high.toFixed(2)}); goal ≤ 2 and ≤ 1,000 ms ${isReached ? "reached" : "not reached"}`,
        `  from source       ${median(times.source).toFixed(0)} ms`,
        "",
      ].join("\n"),
    );
    return isSmoke || isReached;
  } finally {
    await rm(folder, { recursive: true });
  }
};
