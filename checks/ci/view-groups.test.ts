import { describe, expect, it } from "vitest";
import { chooseStages, ROTATION } from "./choose-stages.ts";
import { readImportGraph } from "./import-closure.ts";
import { coverViewGroups, VIEW_GROUP_FEATURES } from "./view-groups.ts";

const GROUPS = coverViewGroups(readImportGraph());
const ALL = Object.keys(VIEW_GROUP_FEATURES);

const chosen = (changed: readonly string[], commitNumber = -1): string[] =>
  chooseStages(GROUPS, { changed, commitNumber, isAll: false }, null)
    .filter(({ isChosen }) => isChosen)
    .map(({ stage }) => stage.name);

describe("the groups of accessibility views", () => {
  it("are opened when a screen of theirs changed", () => {
    expect(chosen(["apps/web/src/features/tasks/tasks-screen.tsx"])).toEqual(["tasks", "screens", "faults"]);
    expect(chosen(["apps/web/src/features/content/locales/zh.ts"])).toEqual(["content"]);
  });

  it("are opened when their screens import what changed", () => {
    const opened = chosen(["apps/web/src/shared/synced-player/controller/sync-controller.ts"]);
    expect(opened).toContain("judging");
    expect(opened).not.toContain("people");
  });

  it("are all opened when what is around every screen changed, or what makes their data", () => {
    for (const file of [
      "apps/web/src/ui/theme.ts",
      "apps/web/src/app/shells/root-shell.tsx",
      "apps/web/index.html",
      "e2e/fixtures/leave-page.ts",
      "e2e/visual-states/all.ts",
    ])
      expect(chosen([file]), file).toEqual(ALL);
  });

  it("are not opened for a change of the server, of a journey, of a test or of a document", () => {
    expect(
      chosen([
        "apps/server/src/features/tasks/tasks.routes.ts",
        "e2e/journeys/tasks.e2e.ts",
        "apps/web/src/features/tasks/tasks-screen.test.tsx",
        "docs/ci.md",
      ]),
    ).toEqual([]);
  });

  it("are opened once in four commits in a row when nothing of theirs changes", () => {
    const turns = Array.from({ length: ROTATION }, (_, index) => chosen([], 1_000 + index));
    expect(turns.flat().sort()).toEqual([...ALL].sort());
  });
});
