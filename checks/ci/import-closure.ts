import { existsSync } from "node:fs";
import path from "node:path";
import { parseModule } from "../imports.ts";
import { isSource, listFiles, ROOT, readText } from "../repository.ts";

/** Names that a statement imports from another module; "*" for all of them. */
interface Link {
  readonly specifier: string;
  readonly names: readonly string[] | "*";
}

/** `export { a } from`: the names in the other module, by their exported names. */
interface Reexport extends Link {
  readonly given: ReadonlyMap<string, string> | "*";
}

interface Module {
  readonly imports: readonly Link[];
  /** Names that the module itself defines and exports. */
  readonly own: ReadonlySet<string>;
  readonly reexports: readonly Reexport[];
}

/** The modules of a tree and their run-time imports. Type-only imports are not followed. */
export interface ImportGraph {
  /**
   * Every file whose code may run when the given ones do, including themselves; `file#name` is one name of a file.
   * A module that only re-exports a name (a barrel, the front door of a feature) is not counted, nor anything else that it
   * re-exports.
   */
  closureOf(entries: Iterable<string>): Set<string>;
  readonly files: readonly string[];
}

/** Dynamic imports, and files passed to a worker or child process by URL. */
const LOADED = /(?:\bimport\(\s*|\bnew URL\(\s*)"(?<specifier>[^"]+)"/g;

const readModule = (file: string, text: string): Module => {
  const { staticImports, staticExports } = parseModule(file, text).module;
  const imports = staticImports.flatMap(({ moduleRequest: { value: specifier }, entries }): Link[] => {
    const values = entries.filter(({ isType }) => !isType);
    if (entries.length > 0 && values.length === 0) return [];
    const names = values.map(({ importName: { kind, name } }) => (kind === "Name" ? name : null));
    const isWhole = names.length === 0 || names.includes(null);
    return [{ specifier, names: isWhole ? "*" : names.filter((name) => name !== null) }];
  });
  const exports = staticExports.flatMap(({ entries }) => entries.filter(({ isType }) => !isType));
  const reexports = exports.flatMap(({ moduleRequest, importName, exportName }): Reexport[] => {
    if (moduleRequest === null) return [];
    const specifier = moduleRequest.value;
    if (importName.kind !== "Name" || importName.name === null) return [{ specifier, names: "*", given: "*" }];
    return [{ specifier, names: [importName.name], given: new Map([[exportName.name ?? "", importName.name]]) }];
  });
  const own = new Set(
    exports.flatMap(({ moduleRequest, exportName }) => (moduleRequest ? [] : [exportName.name ?? ""])),
  );
  const loaded = [...text.matchAll(LOADED)].map(
    ({ groups: { specifier = "" } = {} }): Link => ({ specifier, names: "*" }),
  );
  return { imports: [...imports, ...loaded], reexports, own };
};

/** One name of a file, or "*" for all of it. */
interface Visit {
  readonly file: string;
  readonly name: string;
}

const visitOf = (entry: string): Visit => {
  const [file = "", name = "*"] = entry.split("#");
  return { file, name };
};

const EMPTY: Module = { imports: [], reexports: [], own: new Set() };

const OWN_PACKAGE = /^@dailies\/(?<name>[^/]+)(?:\/(?<part>.+))?$/;

type Resolve = (from: string, specifier: string) => string | undefined;

/** Files of this tree only: packages change with the lockfile. */
const resolverFor = (root: string, files: ReadonlySet<string>): Resolve => {
  const exportsOf = new Map<string, Record<string, string>>();
  const readExports = (name: string): Record<string, string> => {
    const known = exportsOf.get(name);
    if (known) return known;
    const file = `packages/${name}/package.json`;
    const read = existsSync(path.join(root, file))
      ? ((JSON.parse(readText(file, root)) as { exports?: Record<string, string> }).exports ?? {})
      : {};
    exportsOf.set(name, read);
    return read;
  };
  return (from, specifier) => {
    const own = OWN_PACKAGE.exec(specifier)?.groups;
    if (own) {
      const { name = "", part } = own;
      const entries = readExports(name);
      const target = part === undefined ? entries["."] : entries["./*"]?.replace("*", part);
      return target && path.posix.join("packages", name, target);
    }
    const target = specifier.startsWith(".") ? path.posix.join(path.posix.dirname(from), specifier) : undefined;
    const file = target?.replace(/[?#].*$/, "");
    return file !== undefined && files.has(file) ? file : undefined;
  };
};

/** Reads every source file of a tree once. */
export const readImportGraph = (root: string = ROOT): ImportGraph => {
  const files = new Set(listFiles(root));
  const resolve = resolverFor(root, files);
  const modules = new Map<string, Module>();
  const moduleOf = (file: string): Module => {
    const known = modules.get(file);
    if (known) return known;
    const read = isSource(file) && files.has(file) ? readModule(file, readText(file, root)) : EMPTY;
    modules.set(file, read);
    return read;
  };
  const sources = new Map<string, Visit | undefined>();
  /** Where a module re-exports a name from, or undefined when the name is its own. */
  const sourceOf = (file: string, name: string): Visit | undefined => {
    const key = `${file}#${name}`;
    if (!sources.has(key)) sources.set(key, moduleOf(file).own.has(name) ? undefined : findSource(file, name));
    return sources.get(key);
  };
  const findSource = (file: string, name: string): Visit | undefined => {
    for (const { specifier, given } of moduleOf(file).reexports) {
      const target = resolve(file, specifier);
      const there = given === "*" ? name : given.get(name);
      if (target === undefined || there === undefined) continue;
      const isOffered = given !== "*" || moduleOf(target).own.has(there) || sourceOf(target, there) !== undefined;
      if (isOffered) return { file: target, name: there };
    }
    return undefined;
  };

  /** What a name leads to: the module it is re-exported from, or everything that its module imports. */
  const stepsFrom = (file: string, name: string): Visit[] => {
    const { imports, reexports } = moduleOf(file);
    return [...imports, ...(name === "*" ? reexports : [])].flatMap(({ specifier, names }) => {
      const target = resolve(file, specifier);
      if (target === undefined) return [];
      return (names === "*" ? ["*"] : names).map((each) => ({ file: target, name: each }));
    });
  };
  const closureOf = (entries: Iterable<string>): Set<string> => {
    const found = new Set<string>();
    const seen = new Set<string>();
    const waiting = [...entries].map(visitOf);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { file, name } = next;
      const source = name === "*" ? undefined : sourceOf(file, name);
      const visit = `${file}#${name === "*" ? "*" : "own"}`;
      if (source) waiting.push(source);
      else if (!seen.has(visit)) {
        seen.add(visit);
        found.add(file);
        waiting.push(...stepsFrom(file, name));
      }
    }
    return found;
  };
  return { files: [...files], closureOf };
};
