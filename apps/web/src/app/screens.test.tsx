import { describe, expect, it } from "vitest";
import { en } from "./i18n/en.ts";
import { screens } from "./screens.tsx";

describe("the table of screens", () => {
  it("names each path once", () => {
    expect(new Set(screens.map((screen) => screen.path)).size).toBe(screens.length);
  });

  it.each(screens.map((screen) => [screen.path, screen] as const))("loads the screen %s", async (_path, screen) => {
    const { Component } = await screen.load();
    expect(Component).toBeTypeOf("function");
    expect(en.screens[screen.title].purpose).not.toBe("");
  });

  it("lets only the login be opened by strangers", () => {
    expect(screens.filter((screen) => screen.access === "public").map((screen) => screen.path)).toEqual(["/login"]);
  });
});
