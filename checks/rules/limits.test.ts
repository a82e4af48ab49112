import { describe, expect, it } from "vitest";
import { loadScreens, screenFaults } from "../screens.ts";
import { isCompatible, isExact } from "../supply-chain/dependencies.ts";
import { judgeSizes } from "./file-sizes.ts";
import { judgeFolders } from "./folder-sizes.ts";

describe("file sizes", () => {
  it("refuses a file over the limit and an empty tree", () => {
    const small = Array.from({ length: 99 }, (_, index) => ({ file: `${index}.ts`, lines: 10 }));
    expect(judgeSizes(small).faults).toEqual([]);
    expect(judgeSizes([...small, { file: "big.ts", lines: 401 }]).faults).toEqual([
      "big.ts has 401 lines; the cap is 400",
    ]);
    expect(judgeSizes([]).faults).toEqual(["no source file was found"]);
  });
});

describe("folder sizes", () => {
  const files = (count: number, name = "part"): string[] =>
    Array.from({ length: count }, (_, index) => `apps/server/src/${name}-${index}.ts`);

  it("allows twenty source files beside each other and any number of tests", () => {
    const tests = files(30).map((file) => file.replace(".ts", ".test.ts"));
    expect(judgeFolders([...files(20), ...tests, "apps/server/src/more/part.ts"]).faults).toEqual([]);
  });

  it("refuses the twenty-first source file and an empty tree", () => {
    expect(judgeFolders(files(21)).faults).toEqual([
      "apps/server/src holds 21 source files; at most 20: name its parts as folders",
    ]);
    expect(judgeFolders([]).faults).toEqual(["no source file was found"]);
  });

  it("counts database functions, and not migrations", () => {
    const sql = (folder: string): string[] => files(21).map((_, index) => `apps/server/db/${folder}/${index}.sql`);
    expect(judgeFolders(sql("functions")).faults).toHaveLength(1);
    expect(judgeFolders([...files(1), ...sql("migrations")]).faults).toEqual([]);
  });
});

describe("dependencies", () => {
  it("reads licence expressions", () => {
    expect(isCompatible("MIT")).toBe(true);
    expect(isCompatible("(GPL-3.0 OR MIT)")).toBe(true);
    expect(isCompatible("MIT AND GPL-3.0")).toBe(false);
    expect(isCompatible("none named")).toBe(false);
  });

  it("knows one exact version from a range", () => {
    expect(["1.2.3", "1.2.3-r.1", "workspace:*"].every(isExact)).toBe(true);
    expect(["^1.2.3", "~1.2.3", "1.x", "latest", "*"].some(isExact)).toBe(false);
  });
});

describe("screens", () => {
  it("finds every address of the product in the table", async () => {
    expect(screenFaults(await loadScreens())).toEqual([]);
  });

  it("names an address that is missing or stands in the wrong shell", async () => {
    const screens = await loadScreens();
    expect(screenFaults(screens.filter(({ path }) => path !== "/sdv"))).toEqual([
      "/sdv has no line in apps/web/src/app/screens.tsx",
    ]);
    const moved = screens.map((screen) => (screen.path === "/sdv" ? { ...screen, shell: "v1" } : screen));
    expect(screenFaults(moved)).toEqual(['/sdv stands in the shell "v1" instead of "root"']);
  });
});
