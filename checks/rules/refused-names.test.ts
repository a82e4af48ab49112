import { describe, expect, it } from "vitest";
import { findRefusedNames, refusalOf } from "./refused-names.ts";

describe("the check for refused names", () => {
  it.each([
    ["interface Wish {}", "type", "Wish"],
    ["type PageWishes = 1;", "type", "PageWishes"],
    ["interface AskForm {}", "type", "AskForm"],
    ["class ReplicaDesk {}", "type", "ReplicaDesk"],
    ["interface TaskBy {}", "type", "TaskBy"],
    ["type ToldList = 1;", "type", "ToldList"],
    ["interface PlaceTransport {}", "type", "PlaceTransport"],
    ["type Turn = 1;", "type", "Turn"],
    ["const byOf = () => 1;", "name", "byOf"],
    ["function giveBackClips() {}", "name", "giveBackClips"],
    ["class Context { whileHere() {} }", "name", "whileHere"],
    ["interface Context { whileHere(): void }", "name", "whileHere"],
    ["export const URL_LIVES_S = 60;", "name", "URL_LIVES_S"],
    ["export const useSecond = () => 1;", "name", "useSecond"],
  ])("finds the planted breach in '%s' once", (text, kind, name) => {
    expect(findRefusedNames("a.ts", `\n${text}`)).toEqual([
      expect.stringContaining(`a.ts:2 ${kind} "${name}": write `),
    ]);
  });

  it.each(["features/x/provider-desk.ts", "features/lens/open.ts", "lib/live/live-line.test.ts", "x/use-place.ts"])(
    "finds the refused word in the path %s",
    (file) => {
      expect(findRefusedNames(file, "")).toEqual([expect.stringContaining(`${file} path `)]);
    },
  );

  it.each([
    "interface Task {}",
    "class Basket {}",
    "interface Workbook {}",
    "interface Leaderboard {}",
    "interface Placement {}",
    "interface ClipPlace {}",
    "const askForCode = () => 1;",
    "const toldAt = 1;",
    "const Lens = () => null;",
    "interface Held { wish: string }",
    "export const DeveloperDeskScreen = () => null;",
    "export const isDryRun = true;",
    "const wish = readForm();",
  ])("allows the declaration '%s'", (text) => {
    expect(findRefusedNames("a.tsx", text)).toEqual([]);
  });

  it("names what to write instead", () => {
    expect(refusalOf("answerOnce", "name")).toBe("withIdempotencyKey");
    expect(refusalOf("MOST_TRIES", "name")).toBe("MAX_ATTEMPTS");
  });
});
