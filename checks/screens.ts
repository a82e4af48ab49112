import { createRequire, stripTypeScriptTypes } from "node:module";
import { pathToFileURL } from "node:url";
import { type Outcome, print, report } from "./outcome.ts";
import { readText } from "./repository.ts";
import { SPEC_ROUTES } from "./spec-routes.ts";

const require = createRequire(import.meta.url);
const TABLE = "apps/web/src/app/screens.tsx";

export interface ScreenLine {
  readonly path: string;
  readonly shell: string;
  readonly feature: string;
  readonly access: unknown;
  readonly isBuilt: boolean;
}

/**
 * Node strips types from `.ts` files only; the table contains no JSX, so its text can be stripped and
 * loaded here. A data URL resolves no package names, so those are resolved first.
 */
export const loadScreens = async (): Promise<readonly ScreenLine[]> => {
  const code = stripTypeScriptTypes(readText(TABLE)).replaceAll(
    /from "(@dailies\/[^"]+)"/g,
    (_all, name: string) => `from "${pathToFileURL(require.resolve(name)).href}"`,
  );
  const loaded = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    screens: readonly ScreenLine[];
  };
  return loaded.screens;
};

export const screenFaults = (screens: readonly ScreenLine[]): string[] => {
  const byPath = new Map(screens.map((screen) => [screen.path, screen]));
  const faults = screens.length === byPath.size ? [] : ["an address stands in the table twice"];
  for (const [shell, paths] of Object.entries(SPEC_ROUTES)) {
    for (const path of paths) {
      const screen = byPath.get(path);
      if (screen === undefined) faults.push(`${path} has no line in ${TABLE}`);
      else if (screen.shell !== shell)
        faults.push(`${path} stands in the shell "${screen.shell}" instead of "${shell}"`);
    }
  }
  return faults;
};

export const checkScreens = async (): Promise<Outcome> => {
  const screens = await loadScreens();
  const specified = new Set(Object.values(SPEC_ROUTES).flat());
  const left = screens.filter(({ path, isBuilt }) => specified.has(path) && !isBuilt).length;
  return {
    note: `${specified.size} routes, ${specified.size - left} built, ${left} not built yet`,
    faults: screenFaults(screens),
  };
};

if (import.meta.main) {
  for (const { path, shell, feature, isBuilt } of await loadScreens()) {
    print(`${isBuilt ? "built    " : "not built"}  ${shell.padEnd(8)}  ${path.padEnd(26)}  ${feature}`);
  }
  await report("screens", checkScreens);
}
