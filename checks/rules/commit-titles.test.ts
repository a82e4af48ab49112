import { describe, expect, it } from "vitest";
import { titleFault } from "./commit-titles.ts";

describe("commit titles", () => {
  it.each(["feat(credits): grant once per request id", "fix(auth)!: end other sessions", 'Revert "feat(auth): x"'])(
    "accept the title '%s'",
    (title) => expect(titleFault(title)).toBeUndefined(),
  );

  it.each([
    "grant credits",
    "feat: no scope",
    "feat(nonsense): unknown",
    "feat(auth):no space",
    "feat(auth): ends with a dot.",
    `feat(auth): ${"x".repeat(100)}`,
  ])("do not include '%s'", (title) => expect(titleFault(title)).toBeTypeOf("string"));
});
