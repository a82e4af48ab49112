import { expect, it } from "vitest";
import { PYTHON_READERS } from "./python-snippet.ts";

const linesOf = (uri: string): string =>
  PYTHON_READERS.WebDataset({ kind: "WebDataset", uri, local: "/tmp/shards" }).join("\n");

it.each([
  ["s3://bucket/clips/", 'sorted(fsspec.filesystem("s3").glob("s3://bucket/clips/**/*.tar"))'],
  ["s3://bucket/clips", 'sorted(fsspec.filesystem("s3").glob("s3://bucket/clips/**/*.tar"))'],
  ["s3://bucket/clips/x-*.tar", 'sorted(fsspec.filesystem("s3").glob("s3://bucket/clips/x-*.tar"))'],
  ["s3://bucket/x-{000..009}.tar", 'list(braceexpand("bucket/x-{000..009}.tar"))'],
  ["s3://bucket/x-{a,b}-*.tar", 'for each in braceexpand("bucket/x-{a,b}-*.tar") for shard in'],
  ["s3://bucket/x-000.tar", '["bucket/x-000.tar"]'],
])("the Python snippet pipes every tar of %s by itself, never a folder or a star", (uri, shards) => {
  const lines = linesOf(uri);
  expect(lines).toContain(shards);
  expect(lines).toContain('f"pipe:aws s3 cp s3://{shard} -" for shard in shards');
  expect(lines).not.toContain(`cp ${uri}`);
});

it("the Python snippet shuffles on request and reads in order otherwise", () => {
  const source = { kind: "MDS", uri: "s3://datasets/rain/index.json", local: "/tmp/shards" } as const;
  expect(PYTHON_READERS.MDS(source).join("\n")).toContain(
    'remote="s3://datasets/rain/", local="/tmp/shards", batch_size=1, shuffle=False',
  );
  expect(PYTHON_READERS.MDS({ ...source, seed: 3 }).join("\n")).toContain("shuffle=True, shuffle_seed=3");
});
