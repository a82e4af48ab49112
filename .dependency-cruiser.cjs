const web = "^apps/web/src";
const server = "^apps/server/src";
const test = "[.](test|check)[.]tsx?$";
const valueOnly = { dependencyTypesNot: ["type-only"] };

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Modules that need each other at run time load in an order nobody chose. Lift the shared part out.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: valueOnly },
    },
    {
      name: "contract-is-pure",
      comment: "Both sides of the wire read the contract, so it imports zod and itself.",
      severity: "error",
      from: { path: "^packages/contract/src", pathNot: test },
      to: { pathNot: ["^packages/contract/src", "node_modules/zod/"] },
    },
    {
      name: "statistics-are-pure",
      comment: "Anybody must be able to compute a board again: numbers in, numbers out, in a browser or a thread.",
      severity: "error",
      from: { path: "^packages/statistics/src", pathNot: test },
      to: { pathNot: "^packages/statistics/src" },
    },
    {
      name: "formats-read-bytes-alone",
      comment: "The same readers run on the server and in a page: bytes in, values out, no storage and no engine.",
      severity: "error",
      from: { path: "^packages/formats/src", pathNot: [test, "/testing/"] },
      to: { pathNot: "^packages/formats/src" },
    },
    {
      name: "web-never-server",
      comment: "The browser knows the server by the contract alone.",
      severity: "error",
      from: { path: web },
      to: { path: "^apps/server/" },
    },
    {
      name: "server-never-web",
      comment: "The server knows the browser by the contract alone.",
      severity: "error",
      from: { path: server },
      to: { path: "^apps/web/" },
    },
    {
      name: "web-features-are-islands",
      comment: "Compose two features in app/, or lift the shared part to shared/.",
      severity: "error",
      from: { path: `${web}/features/([^/]+)/` },
      to: { path: `${web}/features/`, pathNot: `${web}/features/$1/` },
    },
    {
      name: "web-features-know-no-app",
      comment: "The app composes features; a feature that reads the app could not move.",
      severity: "error",
      from: { path: `${web}/features/`, pathNot: test },
      to: { path: `${web}/app/` },
    },
    {
      name: "web-shared-knows-no-feature",
      comment: "ui, shared and lib serve every feature and so know none.",
      severity: "error",
      from: { path: `${web}/(ui|shared|lib)/` },
      to: { path: `${web}/(features|app)/` },
    },
    {
      name: "server-features-by-front-door",
      comment: "Another feature is reached through its index.ts only.",
      severity: "error",
      from: { path: `${server}/features/([^/]+)/` },
      to: { path: `${server}/features/`, pathNot: [`${server}/features/$1/`, `${server}/features/[^/]+/index[.]ts$`] },
    },
    {
      name: "http-only-at-the-edge",
      comment: "Use cases and stores also run in the worker, where there is no request.",
      severity: "error",
      from: { path: `${server}/features/`, pathNot: ["[.]routes[.]ts$", test] },
      to: { path: `${server}/http/`, ...valueOnly },
    },
    {
      name: "platform-knows-no-feature",
      comment: "Adapters serve every feature and so know none.",
      severity: "error",
      from: { path: `${server}/platform/`, pathNot: test },
      to: { path: `${server}/(features|http|bin)/|${server}/app[.]ts$` },
    },
    {
      name: "sql-only-in-stores",
      comment: "A query outside *.store.ts escapes the reader who looks for it there.",
      severity: "error",
      from: { path: `${server}/features/`, pathNot: ["[.]store[.]ts$", test] },
      to: { path: "node_modules/kysely/", ...valueOnly },
    },
    {
      name: "workflows-stay-deterministic",
      comment: "A workflow is replayed: clocks, I/O and random numbers belong to activities.",
      severity: "error",
      from: { path: "[.]workflow[.]ts$" },
      to: {
        pathNot: [
          "[.]rules[.]ts$",
          "[.]workflow[.]ts$",
          "^packages/contract/src",
          "node_modules/@temporalio/(workflow|common)/",
        ],
        ...valueOnly,
      },
    },
    {
      name: "tests-stay-out-of-the-product",
      comment: "Test databases, factories and fakes must not reach a production bundle.",
      severity: "error",
      from: { path: "^(apps|packages)/[^/]+/src", pathNot: [test, "/testing/"] },
      to: { path: ["^apps/.+/testing/", test] },
    },
    {
      name: "no-development-dependency-in-the-product",
      comment: "The production image installs `dependencies` only.",
      severity: "error",
      from: { path: "^(apps|packages)/[^/]+/src", pathNot: [test, "/testing/"] },
      to: { dependencyTypes: ["npm-dev"], ...valueOnly },
    },
    {
      name: "no-unresolvable",
      comment: "An import that resolves to nothing would escape every other rule.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|[.]data|[.]cache|test-results|playwright-report)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
