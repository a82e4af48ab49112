import { expect, it } from "vitest";
import { aHeader, aSample } from "../testing/fake-viewer.ts";
import { apiCurlSnippet, curlSnippet, jsonSnippet, pythonSnippet } from "./snippets.ts";

it("the code snippet writes the way a trainer reads the sample", () => {
  const header = aHeader({ uri: "s3://datasets/demo/mds/index.json" });
  expect(pythonSnippet(header, aSample(7))).toContain(
    'remote="s3://datasets/demo/mds/", local="/tmp/shards", batch_size=1, shuffle=False',
  );
  expect(pythonSnippet(header, aSample(7))).toContain("dataset[7]");
  expect(pythonSnippet(header, aSample(7), { seed: 3 })).toContain("shuffle=True, shuffle_seed=3");
  expect(pythonSnippet(aHeader({ format: "Lance" }), aSample(7))).toContain(".take([7])");
});

it("the code snippet asks for the very bytes, and keeps a quote in an address from ending it", () => {
  const url = "https://media.test/a'b?signature=1&x=2";
  expect(curlSnippet(url, aSample(7), undefined)).toBe(
    "curl -r 1000-2999 -o 'sample-7.bin' 'https://media.test/a'\\''b?signature=1&x=2'\n",
  );
  expect(curlSnippet(url, aSample(7), "video")).toContain("curl -r 1048-2999 -o 'sample-7.video'");
});

it("the code snippet asks the API for columns whose bytes are no range of a shard", () => {
  const address = (column: string): string => `https://console.test/blob/7/${column}`;
  expect(apiCurlSnippet(address, aSample(7), "video")).toBe(
    `curl --fail -b "$DAILIES_COOKIE" -o 'sample-7.video' 'https://console.test/blob/7/video'\n`,
  );
  expect(apiCurlSnippet(address, aSample(7), undefined).split("\n")).toHaveLength(4);
});

it("the code snippet reads WebDataset shard by shard", () => {
  const header = aHeader({ format: "WebDataset", uri: "s3://datasets/demo/wds/" });
  const snippet = pythonSnippet(header, aSample(7));
  expect(snippet).toContain('glob("s3://datasets/demo/wds/**/*.tar")');
  expect(snippet).toContain('if each["__key__"] == "clip-7")');
});

it("the code snippet writes down what can be written and measures the rest", () => {
  const { row, ...urlState } = JSON.parse(jsonSnippet(aSample(7))) as { row: Record<string, unknown> };
  expect(urlState).toMatchObject({ index: 7, shard: 0, index_in_shard: 7 });
  expect(row).toEqual({
    caption: "A fox crosses road 7",
    score: { number: "9007199254740993" },
    video: { kind: "media", bytes: 1_952 },
  });
});
