import { expect, it } from "vitest";
import { readImport } from "./read-import.ts";

const item = { key: "ui.theme", schema: { type: "text" }, value: "dark", description: "" };

it("the settings import takes what the export wrote, and a bare list", () => {
  expect(readImport(JSON.stringify({ items: [item] }))).toEqual({ kind: "items", items: [item] });
  expect(readImport(JSON.stringify([item]))).toEqual({ kind: "items", items: [item] });
});

it("the settings import says what is no JSON and what holds no keys", () => {
  expect(readImport("key: value")).toEqual({ kind: "unreadable" });
  expect(readImport("[]")).toEqual({ kind: "noItems" });
  expect(readImport('{"keys":[]}')).toEqual({ kind: "noItems" });
  expect(readImport("null")).toEqual({ kind: "noItems" });
});

it("the settings import names the key that is wrong, and its place when it has no name", () => {
  const read = readImport(JSON.stringify([{ ...item, schema: { type: "colour" } }, { value: 1 }]));
  expect(read.kind).toBe("faults");
  const places = read.kind === "faults" ? read.faults.map(({ place }) => place) : [];
  expect(places[0]).toBe("ui.theme › schema › type");
  expect(places).toContain("#2 › key");
});

it("the settings import refuses keys that would reach an object's prototype", () => {
  const hostile = `[{"key":"a.b","schema":{"type":"key_value"},"description":"","value":{"__proto__":"x"}}]`;
  expect(readImport(hostile).kind).toBe("faults");
});
