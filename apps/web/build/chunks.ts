import path from "node:path";
import type { Rolldown } from "vite";

type Modules = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const SOURCE = path.resolve(import.meta.dirname, "../src") + path.sep;
const inSource = (...files: readonly string[]): string[] => files.map((file) => path.join(SOURCE, file));

const LOGIN = inSource("features/auth/login-screen.tsx", "features/auth/code-form.tsx");
const FRAME = inSource("app/frame/frame.tsx", "app/shells/root.tsx", "app/shells/bare.tsx");
/** Their menus have an icon for each screen, which the other pages do not need. */
const SIDE_SHELLS = inSource("app/shells/v1.tsx", "app/shells/platform.tsx");

/** Collects our own modules reachable from the entries. Libraries are not followed: an index imports the whole library. */
const ownModulesUnder = (entries: readonly string[], modules: Modules): ReadonlySet<string> => {
  const found = new Set(entries);
  for (const id of found) {
    const module = modules.getModuleInfo(id);
    // Fail loudly: otherwise a moved file would silently leave its group empty.
    if (!module) throw new Error(`${id} is not part of the console`);
    for (const imported of module.importedIds) if (imported.startsWith(SOURCE)) found.add(imported);
  }
  return found;
};

/** No library imports our code, and modules imported by ours are in these chunks too, so chunks cannot form a cycle. */
const OWN_ONLY = { includeDependenciesRecursively: false };

const groupUnder = (name: string, entries: readonly string[], also?: RegExp): Rolldown.CodeSplittingGroup => {
  let own: ReadonlySet<string> | undefined;
  return {
    name: (id, modules) => {
      own ??= ownModulesUnder(entries, modules);
      return (own.has(id) && !entries.includes(id)) || also?.test(id) ? name : null;
    },
    ...OWN_ONLY,
  };
};

/** Modules that the sign-in page and the frame share: requests to the API, and what their failures lead to. */
const sharedByBoth = (
  name: string,
  [first, second]: readonly [readonly string[], readonly string[]],
): Rolldown.CodeSplittingGroup => {
  let own: readonly ReadonlySet<string>[] | undefined;
  return {
    name: (id, modules) => {
      own ??= [ownModulesUnder(first, modules), ownModulesUnder(second, modules)];
      return own.every((found) => found.has(id)) ? name : null;
    },
    ...OWN_ONLY,
  };
};

/** One request instead of two: the sign-in page asks at once whether there is a provider. */
const SIGN_ON = /(?:contract[\\/]src[\\/]sign-on[\\/]routes|clients[\\/]sign-in[\\/]sign-on)\.ts$/;

const SELECT = /node_modules[\\/](?:antd[\\/]es[\\/](?:select|empty)|@rc-component[\\/](?:select|virtual-list))[\\/]/;

/**
 * By default the bundler emits a chunk for every set of modules shared by the same screens, and a screen loads more than a
 * hundred. Group the modules every signed-in user needs, and those many screens share, into one chunk each. The login screen
 * loads first and needs neither. The counts refer to more than 70 lazily loaded parts.
 */
export const sharedChunks = (): Rolldown.CodeSplittingGroup[] =>
  [
    { name: "start", tags: ["$initial" as const] },
    { name: "query", test: /node_modules[\\/]@tanstack[\\/](?:react-query|query-core)/ },
    sharedByBoth("calls", [LOGIN, FRAME]),
    groupUnder("login", LOGIN, /contract[\\/]src[\\/]sign-on[\\/]refusals/),
    { name: "sign-on", test: SIGN_ON, ...OWN_ONLY },
    groupUnder("frame", FRAME),
    groupUnder("side", SIDE_SHELLS),
    { name: "icons", test: /node_modules[\\/]@ant-design[\\/]icons/, minShareCount: 9 },
    { name: "select", test: SELECT, ...OWN_ONLY },
    { name: "kit", test: /node_modules[\\/](?:antd|@rc-component|@ant-design|@tanstack)[\\/]/, minShareCount: 54 },
    { name: "common", test: (id: string) => id.startsWith(SOURCE), minShareCount: 28, ...OWN_ONLY },
  ].map((group, place, all) => ({ ...group, priority: all.length - place }));
