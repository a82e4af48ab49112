import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { ResolverFactory } from "oxc-resolver";
import { importsOf, type WrittenImport } from "./imports.ts";
import { readText } from "./repository.ts";

export interface Import {
  readonly from: string;
  /** A path relative to the root of the tree, `node:fs`, or the import text when it does not resolve. */
  readonly to: string;
  readonly isTypeOnly: boolean;
  readonly isUnresolved: boolean;
  /** A relative import without the extension or the index file. */
  readonly isInexact: boolean;
  /** A package missing from the production dependencies of the nearest manifest. */
  readonly isMissingInProduction: boolean;
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const resolver = new ResolverFactory({
  conditionNames: ["import", "node", "default", "types"],
  extensions: [".ts", ".tsx", ".js", ".json"],
  mainFields: ["module", "main"],
});

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** The production dependencies in the nearest manifest of each folder. */
const productionPackages = (root: string): ((folder: string) => ReadonlySet<string>) => {
  const known = new Map<string, ReadonlySet<string>>();
  const read = (folder: string): ReadonlySet<string> => {
    const file = path.join(root, folder, "package.json");
    if (!existsSync(file)) return folder === "." ? new Set() : of(path.posix.dirname(folder));
    const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest;
    return new Set(
      Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies }),
    );
  };
  const of = (folder: string): ReadonlySet<string> => {
    const listed = known.get(folder) ?? read(folder);
    known.set(folder, listed);
    return listed;
  };
  return of;
};

/** A bundler's `?url` or `?worker` says how a file is loaded, not which one. */
const withoutQuery = (specifier: string): string => specifier.split("?")[0] ?? specifier;

const resolve = (root: string, from: string, specifier: string): string | undefined => {
  const importer = path.join(root, from);
  const found =
    resolver.sync(path.dirname(importer), withoutQuery(specifier)).path ??
    resolver.resolveDtsSync(importer, specifier).path;
  return found === undefined ? undefined : path.relative(root, withoutQuery(found)).replaceAll(path.sep, "/");
};

/** Every import of the given files of a tree, resolved. */
export const readImports = (root: string, files: readonly string[]): Import[] => {
  const listedFor = productionPackages(root);
  const resolved = new Map<string, string | undefined>();
  const lookUp = (from: string, specifier: string): string | undefined => {
    const key = `${path.posix.dirname(from)} ${specifier}`;
    if (!resolved.has(key)) resolved.set(key, resolve(root, from, specifier));
    return resolved.get(key);
  };
  const toImport = (from: string, { specifier, isTypeOnly }: WrittenImport): Import => {
    if (isBuiltin(specifier)) {
      const to = specifier.startsWith("node:") ? specifier : `node:${specifier}`;
      return { from, to, isTypeOnly, isUnresolved: false, isInexact: false, isMissingInProduction: false };
    }
    const to = lookUp(from, specifier);
    const isPackage = !/^[./#]/.test(specifier);
    const written = path.posix.join(path.posix.dirname(from), withoutQuery(specifier));
    return {
      from,
      to: to ?? specifier,
      isTypeOnly,
      isUnresolved: to === undefined,
      isInexact: specifier.startsWith(".") && to !== undefined && to !== written,
      isMissingInProduction: isPackage && !listedFor(path.posix.dirname(from)).has(packageOf(specifier)),
    };
  };
  return files.flatMap((from) => importsOf(from, readText(from, root)).map((written) => toImport(from, written)));
};
