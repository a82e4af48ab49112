import { describe, expect, it } from "vitest";
import { aDataset } from "../testing/a-dataset.ts";
import { type Arrangement, arrangeDatasets, countValues } from "./arrange-datasets.ts";

const all: Arrangement = { q: "", kind: [], tag: [], owner: [], sort: "name", order: "asc" };
const rain = aDataset(1, { name: "Rain", tags: ["night", "wet"], items: 10, owner: "lea" });
const snow = aDataset(2, { name: "Snow", tags: ["night"], items: null, kind: "Parquet" });
const ferry = aDataset(3, { name: "Ferry 10", tags: [], items: 500, uri: "s3://harbour/ferry/" });
const ferry2 = aDataset(4, { name: "Ferry 9", tags: [], items: 7, is_pinned: true });
const datasets = [rain, snow, ferry, ferry2];
const names = (wanted: Partial<Arrangement>): string[] =>
  arrangeDatasets(datasets, { ...all, ...wanted }).map(({ name }) => name);

describe("what of the list is shown, and in which order", () => {
  it("puts pinned ones first and counts numbers in names", () => {
    expect(names({})).toEqual(["Ferry 9", "Ferry 10", "Rain", "Snow"]);
    expect(names({ order: "desc" })).toEqual(["Ferry 9", "Snow", "Rain", "Ferry 10"]);
  });

  it("puts what is not known yet last, whichever way it is sorted", () => {
    expect(names({ sort: "items", order: "desc" })).toEqual(["Ferry 9", "Ferry 10", "Rain", "Snow"]);
    expect(names({ sort: "items", order: "asc" })).toEqual(["Ferry 9", "Rain", "Ferry 10", "Snow"]);
  });

  it("finds every word in name, tags, owner or address", () => {
    expect(names({ q: "NIGHT lea" })).toEqual(["Rain"]);
    expect(names({ q: "harbour" })).toEqual(["Ferry 10"]);
    expect(names({ q: "nowhere" })).toEqual([]);
  });

  it("takes any of several kinds and owners, and all of several tags", () => {
    expect(names({ kind: ["Parquet", "Lance"] })).toEqual(["Snow"]);
    expect(names({ tag: ["night", "wet"] })).toEqual(["Rain"]);
    expect(names({ owner: ["lea"], kind: ["Parquet"] })).toEqual([]);
  });

  it("counts the values of a facet and keeps one that was chosen and is gone", () => {
    expect(countValues(datasets, ({ tags }) => tags, ["gone"])).toEqual([
      { value: "night", count: 2 },
      { value: "wet", count: 1 },
      { value: "gone", count: 0 },
    ]);
  });

  it("arranges five thousand within a frame or two", () => {
    const many = Array.from({ length: 5_000 }, (_, place) => aDataset(place, { name: `Set ${place % 700}` }));
    const before = process.threadCpuUsage();
    expect(arrangeDatasets(many, { ...all, q: "set 1" }).length).toBeGreaterThan(100);
    expect(process.threadCpuUsage(before).user).toBeLessThan(500_000);
  });
});
