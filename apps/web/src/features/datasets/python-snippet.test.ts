import { DATASET_KINDS } from "@dailies/contract";
import { expect, it } from "vitest";
import { pythonSnippet } from "./python-snippet.ts";

const source = { name: "Rain, 720p", uri: "s3://datasets/rain/", profile_name: 'Own "store"' };

it.each(DATASET_KINDS)("the Python snippet opens %s where it lies and names the profile, never a key", (kind) => {
  const snippet = pythonSnippet({ ...source, kind });
  expect(snippet).toContain("s3://datasets/rain/");
  expect(snippet).toContain('the storage profile "Own \\"store\\""');
  expect(snippet).not.toMatch(/secret|access_key/i);
});

it("the Python snippet gives MDS the folder of its index and a local folder of its name", () => {
  const snippet = pythonSnippet({ ...source, kind: "MDS", uri: "s3://datasets/rain/index.json" });
  expect(snippet).toContain('remote="s3://datasets/rain/"');
  expect(snippet).toContain('local="/tmp/Rain-720p"');
});
