import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  // Node cannot load the kit's ES modules, whose imports have no extensions; the build takes them as they are.
  resolve: { alias: [{ find: /^antd\/es\//, replacement: "antd/lib/" }] },
  test: {
    name: "web",
    root: import.meta.dirname,
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    css: false,
    testTimeout: 40_000,
  },
});
