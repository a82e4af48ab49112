import { expect, it } from "vitest";
import { readRowImport, rowImportPath, writeRowImport } from "./row-import-address.ts";

const WANTED = {
  datasetId: "0198c0de-0000-7000-8000-000000000300",
  version: 2,
  where: "score > 3 AND scene = 'snow & ice'",
  q: "fox",
  seed: 9,
};

it("an address opens the import of the benchmark with everything that was chosen in the dataset", () => {
  const path = rowImportPath("t", WANTED);
  const params = new URLSearchParams(path.split("?")[1]);
  expect(params.get("task")).toBe("t");
  expect(readRowImport(params)).toEqual(WANTED);
  expect(writeRowImport(params, undefined).toString()).toBe("task=t");
});

it("an address without a dataset, or with an invalid one, opens no import", () => {
  expect(readRowImport(new URLSearchParams("task=t"))).toBeUndefined();
  expect(readRowImport(new URLSearchParams("import=dataset&dataset=nothing"))).toBeUndefined();
  expect(readRowImport(new URLSearchParams(`import=dataset&dataset=${WANTED.datasetId}&seed=x`))).toMatchObject({
    seed: 0,
    version: undefined,
  });
});
