import { expect, it } from "vitest";
import { parseChangelog } from "./changelog.ts";

const SOURCE = `# Changelog

Words before the first release.

## [Unreleased]

## [0.2.0] - 2026-02-03

### Added

- A **bold** thing with \`code\` and a [link](https://example.org/)
  that goes on in a second line.
- Another thing.

### Fixed

- A fault.

## 0.1.0 - 2026-01-02
### Added
* The first thing.
`;

it("the changelog reader reads releases, kinds and entries as plain text", () => {
  expect(parseChangelog(SOURCE)).toEqual([
    {
      version: "0.2.0",
      date: "2026-02-03",
      groups: [
        {
          kind: "Added",
          entries: ["A bold thing with code and a link that goes on in a second line.", "Another thing."],
        },
        { kind: "Fixed", entries: ["A fault."] },
      ],
    },
    { version: "0.1.0", date: "2026-01-02", groups: [{ kind: "Added", entries: ["The first thing."] }] },
  ]);
});

it("the changelog reader shows what is not released once there is something", () => {
  const [first] = parseChangelog("## [Unreleased]\n### Changed\n- Soon.\n");
  expect(first).toEqual({ version: "Unreleased", date: undefined, groups: [{ kind: "Changed", entries: ["Soon."] }] });
});

it("the changelog reader finds nothing in an empty file", () => {
  expect(parseChangelog("")).toEqual([]);
});

it("the changelog reader keeps to the newest releases", () => {
  expect(parseChangelog(SOURCE, 1).map((release) => release.version)).toEqual(["0.2.0"]);
});
