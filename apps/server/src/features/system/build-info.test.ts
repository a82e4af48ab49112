import { buildInfo } from "@dailies/contract";
import { expect, it } from "vitest";
import { VERSION } from "../../version.ts";
import { describeBuild } from "./build-info.ts";

it("the build info names the build that runs", () => {
  const build = buildInfo.parse(describeBuild({ commit: "abc", mode: "test" }));
  expect(build).toMatchObject({ version: VERSION, commit: "abc", mode: "test" });
});
