import { describe, expect, it } from "vitest";
import { aSourceDataset, DATASET_ID, VIEW_ID } from "../testing/a-package.ts";
import {
  columnGroups,
  firstDraft,
  freeName,
  nameFaults,
  openedDraft,
  settingsOf,
  usualColumns,
  usualName,
} from "./package-draft.ts";

const start = { datasetId: DATASET_ID, viewId: VIEW_ID };
const groups = columnGroups(aSourceDataset(), 3);

describe("the columns of a new package", () => {
  it("are the clip, the key and the caption at first", () => {
    expect(usualColumns(groups)).toEqual({ $media: "video", key: "key", caption: "caption" });
  });

  it("include the labels of the same version only", () => {
    expect(groups.map(({ set }) => set?.name)).toEqual([undefined, "review"]);
    expect(columnGroups(aSourceDataset(), 2)).toHaveLength(1);
  });

  it("cannot be bytes other than the clip", () => {
    const refused = groups.flatMap(({ columns }) => columns.filter(({ refusal }) => refusal));
    expect(refused.map(({ source, refusal }) => [source, refusal])).toEqual([
      ["thumbnail", "binary"],
      ["mp4", "clip"],
    ]);
  });

  it("get names that a package accepts, each once", () => {
    expect(usualName("Score A")).toBe("score_a");
    expect(usualName("review.keep")).toBe("review_keep");
    expect(freeName("Score A", { score_a: "score_a" })).toBe("score_a_2");
    expect([...nameFaults({ a: "x", b: "x", c: "Ä" })]).toEqual([
      ["a", "twice"],
      ["b", "twice"],
      ["c", "pattern"],
    ]);
  });
});

describe("the settings of a draft", () => {
  it("have the chosen columns in the order of the dataset", () => {
    const settings = settingsOf(firstDraft(start), groups, { caption: "caption", $media: "video" });
    expect(settings?.columns.map(({ name }) => name)).toEqual(["video", "caption"]);
    expect(settings).toMatchObject({ format: "MDS", compression: "none", shard_bytes: 64 * 1024 ** 2 });
  });

  it("are absent while something is wrong", () => {
    expect(settingsOf(firstDraft(start), groups, {})).toBeUndefined();
    expect(settingsOf(firstDraft(start), groups, { key: "Key" })).toBeUndefined();
    expect(settingsOf({ ...firstDraft(start), shardMib: null }, groups, { key: "key" })).toBeUndefined();
  });

  it("compress shards of MDS only", () => {
    const draft = { ...firstDraft(start), compression: "zstd" } as const;
    expect(settingsOf(draft, groups, { key: "key" })?.compression).toBe("zstd");
    expect(settingsOf({ ...draft, format: "WebDataset" }, groups, { key: "key" })?.compression).toBe("none");
  });
});

it("a closed draft opens again as it was, unless another source is asked for", () => {
  const kept = { ...firstDraft(start), name: "mine" };
  expect(openedDraft({ datasetId: undefined, viewId: undefined }, kept)).toBe(kept);
  expect(openedDraft(start, kept)).toBe(kept);
  expect(openedDraft({ datasetId: VIEW_ID, viewId: undefined }, kept).name).toBe("");
});
