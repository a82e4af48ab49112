import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { aPackageRecord } from "../../../testing/builders/packages/a-package-record.ts";
import { croissantOf } from "./croissant.ts";

const about = {
  uri: "s3://datasets/packages/x/",
  contentSha256: "b".repeat(64),
  manifest: { bytes: 9, sha256: "d".repeat(64) },
};

describe("the Croissant metadata", () => {
  it("describes the folder, the manifest, the shards and their columns", () => {
    const types = ["bytes", "text", "integer", "number", "boolean", "time", "json", "vector"] as const;
    const columns = types.map((type) => ({ name: `a_${type}`, type, isNullable: false, extension: "x" }));
    const metadata = croissantOf({ ...about, record: aPackageRecord({ columns }) });
    // Accepted by the original: `pip install mlcroissant==1.1.1 && mlcroissant validate --jsonld croissant.json`.
    const golden = new URL("../../../../../../proofs/formats/croissant.json", import.meta.url);
    expect(metadata).toEqual(JSON.parse(readFileSync(golden, "utf8")));
  });

  it.each([
    ["MDS", "none", "*.mds"],
    ["MDS", "zstd", "*.mds.zstd"],
    ["WebDataset", "none", "*.tar"],
    ["Parquet", "none", "*.parquet"],
    ["Lance", "none", "samples.lance/data/*.lance"],
  ] as const)("names the shards of %s with compression %s as %s", (format, compression, includes) => {
    const { settings } = aPackageRecord();
    const record = aPackageRecord({ format, settings: { ...settings, format, compression } });
    expect(croissantOf({ ...about, record }).distribution[2]).toMatchObject({ includes });
  });
});
