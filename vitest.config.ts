import { defineConfig } from "vitest/config";

const WITH_ENGINES = { testTimeout: 20_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      { test: { name: "contract", include: ["packages/contract/src/**/*.test.ts"] } },
      { test: { name: "uploader", include: ["packages/uploader/src/**/*.test.ts"] } },
      { test: { name: "formats", include: ["packages/formats/src/**/*.test.ts"] } },
      { test: { name: "statistics", include: ["packages/statistics/src/**/*.test.ts"] } },
      "apps/server/vitest.config.ts",
      "apps/web/vitest.config.ts",
      { test: { name: "performer", include: ["apps/performer/src/**/*.test.ts"], ...WITH_ENGINES } },
      { test: { name: "checks", include: ["checks/**/*.test.ts"] } },
      { test: { name: "proofs", include: ["proofs/**/*.test.ts"], ...WITH_ENGINES } },
    ],
  },
});
