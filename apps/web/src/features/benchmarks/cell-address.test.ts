import { expect, it } from "vitest";
import { readAddress, readAddresses, stepFrom, writeAddress } from "./cell-address.ts";

it("the cell address reads what it has written", () => {
  for (const address of [
    { row: 0, col: 0, sample: 0 },
    { row: 12, col: 3, sample: 2 },
  ]) {
    expect(readAddress(writeAddress(address))).toEqual(address);
  }
  expect(writeAddress({ row: 4, col: 1, sample: 0 })).toBe("4.1");
});

it.each(["", "1", "1.", "-1.0", "01.2", "1.2.3.4", "1e1.0", "a.b", "1.２"])("the cell address refuses %j", (text) => {
  expect(readAddress(text)).toBeUndefined();
});

it("the comparison keeps at most four cells and drops what is no address", () => {
  expect(readAddresses("0.1,x,0.2,1.1,1.2,3.3").map(writeAddress)).toEqual(["0.1", "0.2", "1.1", "1.2"]);
});

it("the next cell is the next sample before the next column, and stays inside the grid", () => {
  const size = { rows: 3, columns: 2, samples: 2 };
  const at = (row: number, col: number, sample: number) => ({ row, col, sample });
  expect(stepFrom(at(0, 0, 0), { places: 1 }, size)).toEqual(at(0, 0, 1));
  expect(stepFrom(at(0, 0, 1), { places: 1 }, size)).toEqual(at(0, 1, 0));
  expect(stepFrom(at(0, 1, 1), { places: 1 }, size)).toEqual(at(0, 1, 1));
  expect(stepFrom(at(2, 1, 0), { rows: 1 }, size)).toEqual(at(2, 1, 0));
  expect(stepFrom(at(0, 0, 0), { places: -1 }, size)).toEqual(at(0, 0, 0));
});
