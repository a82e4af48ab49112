import { expect, it, vi } from "vitest";
import { readMenuCollapsed, readStored, removeStored, writeMenuCollapsed, writeStored } from "./storage.ts";

it("the menu flag is stored as true or false", () => {
  expect(readMenuCollapsed()).toBe(false);
  writeMenuCollapsed(true);
  expect(localStorage.getItem("menu-collapsed")).toBe("true");
  expect(readMenuCollapsed()).toBe(true);
  writeMenuCollapsed(false);
  expect(localStorage.getItem("menu-collapsed")).toBe("false");
});

it("a value is kept for the tab where the browser refuses storage", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  writeStored("username", "mei");
  expect(readStored("username")).toBe("mei");
  removeStored("username");
  expect(readStored("username")).toBeUndefined();
});
