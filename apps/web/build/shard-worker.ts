import { join } from "node:path";
import { build, type Plugin } from "vite";

const NAME = "shard-worker.js";
const ENTRY = join(import.meta.dirname, "../src/shared/shard-media/worker/shard-worker.ts");

/** Bundled as one plain script without imports, so the service worker can never be partially loaded. */
const bundle = async (isMinified: boolean): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      write: false,
      target: "es2024",
      minify: isMinified,
      lib: { entry: ENTRY, formats: ["iife"], name: "shardWorker", fileName: () => NAME },
    },
  });
  const [made] = Array.isArray(result) ? result : [result];
  const [chunk] = made && "output" in made ? made.output : [];
  if (!chunk) throw new Error("the worker of the shards was not built");
  return chunk.code;
};

/** The service worker that plays clips from inside their shards. At the root, because its scope must cover the pages. */
export const shardWorker = (): Plugin => ({
  name: "shard-worker",
  async generateBundle() {
    this.emitFile({ type: "asset", fileName: NAME, source: await bundle(true) });
  },
  configureServer(server) {
    server.middlewares.use(`/${NAME}`, (_request, response, next) => {
      bundle(false).then((code) => {
        response.setHeader("content-type", "text/javascript; charset=utf-8");
        response.setHeader("cache-control", "no-cache");
        response.end(code);
      }, next);
    });
  },
});
