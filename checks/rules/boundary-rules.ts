/** Regular expressions over paths relative to the root; `$1` in a target is the importer's first capture group. */
interface Paths {
  readonly path?: string | readonly string[];
  readonly pathNot?: string | readonly string[];
}

export interface BoundaryRule {
  readonly name: string;
  /** Why the rule exists, printed with every violation. */
  readonly why: string;
  readonly from: Paths;
  readonly to: Paths & {
    /** Type-only imports are allowed. */
    readonly valueOnly?: true;
    /** Only packages that a production install omits. */
    readonly missingInProduction?: true;
    /** Only imports that do not resolve. */
    readonly unresolved?: true;
    /** Only relative imports with an incomplete file name. */
    readonly inexact?: true;
  };
}

const web = "^apps/web/src";
const server = "^apps/server/src";
const test = "[.](test|check)[.]tsx?$";

/** A rule about all that a program may ever load, whoever imports it. Type-only imports are not followed. */
export interface ClosureRule {
  readonly name: string;
  readonly why: string;
  readonly entry: string;
  readonly never: readonly string[];
}

export const CLOSURE_RULES: readonly ClosureRule[] = [
  {
    name: "api-reads-no-tables",
    why: "a hostile Lance or Parquet file would stop every request: such bytes are read by query processes",
    entry: "apps/server/src/bin/api.ts",
    never: [
      "node_modules/(@duckdb|@lancedb|apache-arrow)/",
      "^packages/formats/src/(lance|parquet)/read-",
      "^apps/server/src/bin/query-process[.]ts$",
    ],
  },
];

/** The only rule about several imports at once. Type-only imports count too. */
export const NO_CYCLES = {
  name: "no-cycles",
  why: "modules that need each other cannot be read or moved alone; lift the shared part out",
};

/** An import that matches both sides of a rule violates it. */
export const BOUNDARY_RULES: readonly BoundaryRule[] = [
  {
    name: "contract-is-pure",
    why: "both sides of the wire read the contract, so it imports zod and itself",
    from: { path: "^packages/contract/src", pathNot: test },
    to: { pathNot: ["^packages/contract/src", "node_modules/zod/"] },
  },
  {
    name: "statistics-are-pure",
    why: "anybody must be able to compute a board again: numbers in, numbers out, in a browser or a thread",
    from: { path: "^packages/statistics/src", pathNot: test },
    to: { pathNot: "^packages/statistics/src" },
  },
  {
    name: "formats-read-bytes-alone",
    why: "the same readers run on the server and in a page: bytes in, values out, no storage and no engine",
    from: { path: "^packages/formats/src", pathNot: [test, "/testing/"] },
    to: { pathNot: "^packages/formats/src" },
  },
  {
    name: "web-never-server",
    why: "the browser knows the server by the contract alone",
    from: { path: web },
    to: { path: "^apps/server/" },
  },
  {
    name: "server-never-web",
    why: "the server knows the browser by the contract alone",
    from: { path: server },
    to: { path: "^apps/web/" },
  },
  {
    name: "web-features-are-islands",
    why: "compose two features in app/, or lift the shared part to shared/",
    from: { path: `${web}/features/([^/]+)/` },
    to: { path: `${web}/features/`, pathNot: `${web}/features/$1/` },
  },
  {
    name: "web-features-know-no-app",
    why: "the app composes features; a feature that reads the app could not move",
    from: { path: `${web}/features/`, pathNot: test },
    to: { path: `${web}/app/` },
  },
  {
    name: "web-shared-knows-no-feature",
    why: "ui, shared and lib serve every feature and so know none",
    from: { path: `${web}/(ui|shared|lib)/` },
    to: { path: `${web}/(features|app)/` },
  },
  {
    name: "server-features-by-front-door",
    why: "another feature is reached through its index.ts only",
    from: { path: `${server}/features/([^/]+)/` },
    to: { path: `${server}/features/`, pathNot: [`${server}/features/$1/`, `${server}/features/[^/]+/index[.]ts$`] },
  },
  {
    name: "http-only-at-the-edge",
    why: "use cases and stores also run in the worker, where there is no request",
    from: { path: `${server}/features/`, pathNot: ["[.]routes[.]ts$", test] },
    to: { path: `${server}/http/`, valueOnly: true },
  },
  {
    name: "platform-knows-no-feature",
    why: "adapters serve every feature and so know none",
    from: { path: `${server}/platform/`, pathNot: test },
    to: { path: `${server}/(features|http|bin)/|${server}/app[.]ts$` },
  },
  {
    name: "sql-only-in-stores",
    why: "a query outside *.store.ts escapes the reader who looks for it there",
    from: { path: `${server}/features/`, pathNot: ["[.]store[.]ts$", test] },
    to: { path: "node_modules/kysely/", valueOnly: true },
  },
  {
    name: "workflows-stay-deterministic",
    why: "a workflow is replayed: clocks, I/O and random numbers belong to activities",
    from: { path: "[.]workflow[.]ts$" },
    to: {
      pathNot: [
        "[.]rules[.]ts$",
        "[.]workflow[.]ts$",
        "^packages/contract/src",
        "node_modules/@temporalio/(workflow|common)/",
      ],
      valueOnly: true,
    },
  },
  {
    name: "tests-stay-out-of-the-product",
    why: "test databases, factories and fakes must not reach a production bundle",
    from: { path: "^(apps|packages)/[^/]+/src", pathNot: [test, "/testing/"] },
    to: { path: ["^apps/.+/testing/", test] },
  },
  {
    name: "no-development-dependency-in-the-product",
    why: "the production image installs `dependencies` only",
    from: { path: "^(apps|packages)/[^/]+/src", pathNot: [test, "/testing/"] },
    to: { missingInProduction: true, valueOnly: true },
  },
  {
    name: "no-unresolvable",
    why: "an import that resolves to nothing would escape every other rule",
    from: {},
    to: { unresolved: true },
  },
  {
    name: "imports-name-their-file",
    why: "Node and browsers guess neither an extension nor an index file",
    from: {},
    to: { inexact: true },
  },
];
