export { packageRecords, packageShards } from "./finishing/finish.store.ts";
export { findPackage, type PackageRecord } from "./package.store.ts";
export { packagesHandlers } from "./packages.routes.ts";
export {
  appendSamples,
  type ListsDeps,
  packageSamples,
  withComparedLists,
} from "./records/comparison/compare-lists.ts";
export type { ComparedSample } from "./records/comparison/list-calls.ts";
