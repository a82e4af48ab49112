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

  it("loads the shared screen exactly where nothing is built", async () => {
    const { Component: notBuilt } = await import("./not-built-screen.tsx");
    const loaded = await Promise.all(screens.map(async (screen) => ({ screen, ...(await screen.load()) })));
    const standIns = loaded.filter(({ Component }) => Component === notBuilt).map(({ screen }) => screen.path);
    expect(standIns).toEqual(screens.filter((screen) => !screen.isBuilt).map((screen) => screen.path));
  });
});
