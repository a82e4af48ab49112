import { expect, it } from "vitest";
import { layOutHex } from "./hex-rows.ts";

const spans = [
  { begin: 0, end: 40, label: "sample" },
  { begin: 20, end: 22, label: "caption" },
];

it("the hex pane groups neighbouring bytes of one meaning, and the inner meaning wins", () => {
  const bytes = new TextEncoder().encode("0123456789abcdef0123hi\u0000");
  const rows = layOutHex(bytes, 0, spans);
  expect(rows.map(({ begin }) => begin)).toEqual([0, 16]);
  expect(rows[1]?.runs).toEqual([
    { label: "sample", hex: "30 31 32 33", text: "0123" },
    { label: "caption", hex: "68 69", text: "hi" },
    { label: "sample", hex: "00", text: "·" },
  ]);
});

it("the hex pane keeps rows at even places when the window begins between them", () => {
  const [first, second] = layOutHex(new Uint8Array(10), 30, spans);
  expect([first?.begin, first?.runs[0]?.hex]).toEqual([16, "00 00"]);
  expect(second?.begin).toBe(32);
});
