import type { CellChange } from "@dailies/contract";
import { expect, it } from "vitest";
import { aCell } from "../testing/a-benchmark.ts";
import { indexCells } from "./index-cells.ts";
import { keepAddresses } from "./keep-addresses.ts";
import { patchCells } from "./patch-cells.ts";

const change = (overrides: Partial<CellChange>): CellChange => ({
  row: 0,
  col: 0,
  sample: 0,
  status: "Running",
  progress: null,
  queue_position: null,
  attempt_count: 1,
  ...overrides,
});

it("patchCells changes the cells that are told and leaves all others as they are", () => {
  const cells = [aCell(0, 0, { status: "Queued" }), aCell(0, 1)];
  const patched = patchCells(cells, [change({ progress: 0.4 })]);
  expect(patched?.cells[0]).toMatchObject({ status: "Running", progress: 0.4 });
  expect(patched?.cells[1]).toBe(cells[1]);
  expect(patched?.needsLook).toBe(false);
});

it("patchCells does nothing when an event is repeated", () => {
  const cells = [aCell(0, 0, { status: "Running", clip: null })];
  expect(patchCells(cells, [change({})])).toBeUndefined();
});

it("patchCells asks for a refetch when a cell ends, and adds cells it did not know", () => {
  const cells = [aCell(0, 0, { status: "Running", clip: null })];
  expect(patchCells(cells, [change({ status: "Succeeded" })])?.needsLook).toBe(true);
  const grown = patchCells(cells, [change({ row: 1, status: "Queued", queue_position: 2 })]);
  expect(grown?.cells).toHaveLength(2);
  expect(grown?.needsLook).toBe(false);
});

it("patchCells keeps the URLs of a clip until they are about to expire", () => {
  const at = (signature: string) => ({
    cells: [
      aCell(0, 0, {
        clip: { asset_id: aCell(0, 0).clip?.asset_id ?? "", media_url: signature, poster: signature, probe: null },
      }),
    ],
  });
  const first = keepAddresses(undefined, at("one"), 0);
  const second = keepAddresses(first, at("two"), 60_000);
  expect(second.cells[0]).toBe(first.cells[0]);
  const third = keepAddresses(second, at("three"), 8 * 60_000);
  expect(third.cells[0]?.clip?.poster).toBe("three");
});

it("patchCells gives the same list for a cell that has not changed", () => {
  const cells = [aCell(0, 0), aCell(0, 1)];
  const before = indexCells(cells);
  const after = indexCells([{ ...aCell(0, 0), attempt_count: 2 }, cells[1] ?? aCell(0, 1)], before);
  expect(after.get("0.1")).toBe(before.get("0.1"));
  expect(after.get("0.0")).not.toBe(before.get("0.0"));
});
