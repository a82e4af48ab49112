import { describe, expect, it } from "vitest";
import { en } from "./i18n/en.ts";
import { screens } from "./screens.tsx";

const SPEC_SCREENS = {
  root: [
    "/dataset",
    "/experiment",
    "/data-experiment",
    "/data-pipeline",
    "/service",
    "/sdv",
    "/playground",
    "/dev",
    "/frog-home",
    "/package-records",
    "/label/task/list",
    "/label/task/:taskId",
    "/label/history/:taskId",
  ],
  v1: [
    "/user-manage",
    "/perm-manage",
    "/task-manage",
    "/task-generate",
    "/task-benchmark",
    "/performer-playground",
    "/static-source-manage",
    "/dynamic-config-manage",
    "/admin/job-manage",
  ],
  platform: ["/platform/user", "/platform/permission", "/platform/content", "/platform/history", "/platform/tools"],
  none: ["/evaluating", "/dimension-set-editor", "/login", "/feishu-export"],
} as const;

describe("the table of screens", () => {
  it.each(["root", "v1", "platform", "none"] as const)("has every route of the shell %s and no other", (shell) => {
    const paths = screens.filter((screen) => screen.shell === shell).map((screen) => screen.path);
    expect(paths.sort()).toEqual([...SPEC_SCREENS[shell]].sort());
  });

  it("names each path once", () => {
    expect(new Set(screens.map((screen) => screen.path)).size).toBe(screens.length);
  });

  it.each(screens.map((screen) => [screen.path, screen] as const))("loads %s", async (_path, screen) => {
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
