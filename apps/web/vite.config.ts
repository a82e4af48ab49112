import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { buildIdentity } from "./build/build-identity.ts";
import { sharedChunks } from "./build/chunks.ts";
import { compressAhead } from "./build/compress-ahead.ts";
import { shardWorker } from "./build/shard-worker.ts";

const webPort = Number(process.env.DAILIES_WEB_PORT ?? 5173);
const apiPort = Number(process.env.DAILIES_HTTP_PORT ?? 8080);
const apiOrigin = `http://127.0.0.1:${apiPort}`;

export default defineConfig({
  plugins: [react(), shardWorker(), buildIdentity(), compressAhead()],
  server: {
    host: "127.0.0.1",
    port: webPort,
    strictPort: true,
    // The API checks this server's origin, so the browser's headers must reach it unchanged.
    proxy: {
      "/api": { target: apiOrigin, changeOrigin: false },
      "/api_v1": { target: apiOrigin, changeOrigin: false },
    },
  },
  build: {
    outDir: "dist",
    target: "es2024",
    // The CSP allows no data: scripts or fonts, so every asset stays a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The chart chunk alone exceeds the default limit, and only pages with a chart load it.
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: sharedChunks() } } },
  },
});
