import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  // Node cannot load antd's ES modules, whose imports have no extensions; the build uses them as they are.
  resolve: { alias: [{ find: /^antd\/es\//, replacement: "antd/lib/" }] },
  test: {
    name: "web",
    root: import.meta.dirname,
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    css: false,
    isolate: false,
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
