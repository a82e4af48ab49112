import { expect, it } from "vitest";
import { PYTHON_READERS, pythonQuoted } from "./python-snippet.ts";

const linesOf = (uri: string): string =>
  PYTHON_READERS.WebDataset({ kind: "WebDataset", uri, local: "/tmp/shards" }).join("\n");

it.each([
  ["s3://bucket/clips/", 'sorted(storage.glob("s3://bucket/clips/**/*.tar"))'],
  ["s3://bucket/clips", 'sorted(storage.glob("s3://bucket/clips/**/*.tar"))'],
  ["s3://bucket/clips/x-*.tar", 'sorted(storage.glob("s3://bucket/clips/x-*.tar"))'],
  ["s3://bucket/x-{000..009}.tar", 'list(braceexpand("bucket/x-{000..009}.tar"))'],
  ["s3://bucket/x-{a,b}-*.tar", 'for each in braceexpand("bucket/x-{a,b}-*.tar") for shard in'],
  ["s3://bucket/x-000.tar", '["bucket/x-000.tar"]'],
])("the Python snippet opens every tar of %s by itself, without a shell, never a folder or a star", (uri, shards) => {
  const lines = linesOf(uri);
  expect(lines).toContain(shards);
  expect(lines).toContain('[f"s3://{shard}" for shard in shards]');
  expect(lines).not.toMatch(/pipe:|subprocess|os\.system/);
});

it("the Python snippet shuffles on request and reads in order otherwise", () => {
  const source = { kind: "MDS", uri: "s3://datasets/rain/index.json", local: "/tmp/shards" } as const;
  expect(PYTHON_READERS.MDS(source).join("\n")).toContain(
    'remote="s3://datasets/rain/", local="/tmp/shards", batch_size=1, shuffle=False',
  );
  expect(PYTHON_READERS.MDS({ ...source, seed: 3 }).join("\n")).toContain("shuffle=True, shuffle_seed=3");
});

it("a name in Python shows what is in it, also marks that turn the direction of text around", () => {
  expect(pythonQuoted('夜 "a"\\\n')).toBe('"夜 \\"a\\"\\\\\\n"');
  expect(pythonQuoted("a\u202eb\u2028c\u200b\u{e0001}")).toBe('"a\\u202eb\\u2028c\\u200b\\U000e0001"');
});
