import path from "node:path";
import type { Rolldown } from "vite";

type Modules = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const SOURCE = path.resolve(import.meta.dirname, "../src") + path.sep;
const inSource = (...files: readonly string[]): string[] => files.map((file) => path.join(SOURCE, file));

const LOGIN = inSource("features/auth/login-screen.tsx", "features/auth/code-form.tsx");
const FRAME = inSource(
  "app/frame/frame.tsx",
  ...["root", "v1", "platform", "bare"].map((name) => `app/shells/${name}.tsx`),
);

/** Our own modules under the given ones. A library is not followed: its index leads to all of it. */
const ownModulesUnder = (entries: readonly string[], modules: Modules): ReadonlySet<string> => {
  const found = new Set(entries);
  for (const id of found) {
    const module = modules.getModuleInfo(id);
    // Without this a file that was moved would leave its group empty, and nobody would notice.
    if (!module) throw new Error(`${id} is not part of the console`);
    for (const imported of module.importedIds) if (imported.startsWith(SOURCE)) found.add(imported);
  }
  return found;
};

/** No library imports our code, and what our modules import is in one of these files too, so none needs another in a circle. */
const OWN_ONLY = { includeDependenciesRecursively: false };

const groupUnder = (name: string, entries: readonly string[]): Rolldown.CodeSplittingGroup => {
  let own: ReadonlySet<string> | undefined;
  return {
    name: (id, modules) => {
      own ??= ownModulesUnder(entries, modules);
      return own.has(id) && !entries.includes(id) ? name : null;
    },
    ...OWN_ONLY,
  };
};

/**
 * Left to itself the bundler makes a file of every set of modules that the same screens share, and a screen loads more than a
 * hundred. What everybody needs who is signed in, and what many screens share, is a file each instead; the login screen, which
 * is waited for first, needs neither. The counts are of more than 60 parts that are loaded on demand.
 */
export const sharedChunks = (): Rolldown.CodeSplittingGroup[] =>
  [
    { name: "start", tags: ["$initial" as const] },
    { name: "query", test: /node_modules[\\/]@tanstack[\\/](?:react-query|query-core)/ },
    groupUnder("login", LOGIN),
    groupUnder("frame", FRAME),
    { name: "icons", test: /node_modules[\\/]@ant-design[\\/]icons/, minShareCount: 8 },
    { name: "kit", test: /node_modules[\\/](?:antd|@rc-component|@ant-design|@tanstack)[\\/]/, minShareCount: 26 },
    { name: "common", test: (id: string) => id.startsWith(SOURCE), minShareCount: 18, ...OWN_ONLY },
  ].map((group, place, all) => ({ ...group, priority: all.length - place }));
