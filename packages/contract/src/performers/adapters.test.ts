import { describe, expect, it } from "vitest";
import { ADAPTER_CONFIGS } from "./adapters.ts";
import { ADAPTERS } from "./schemas.ts";

describe.each(ADAPTERS)("the settings of %s", (adapter) => {
  it.each(Object.entries(ADAPTER_CONFIGS[adapter].shape))("%s has labels for a form", (_key, schema) => {
    const { title, description } = schema.meta() ?? {};
    expect(title).toMatch(/^[A-Z{]/);
    expect(description).toMatch(/\.$/);
  });
});

describe("settings of adapters", () => {
  it("are complete by themselves, except where only a person can know them", () => {
    const empty = ADAPTERS.filter((adapter) => ADAPTER_CONFIGS[adapter].safeParse({}).success);
    expect(empty).toEqual(["videos", "fal", "replicate", "ark"]);
  });

  it("refuse what they do not know, and pointers and paths that are none", () => {
    expect(ADAPTER_CONFIGS.videos.safeParse({ webhok: "standard" }).success).toBe(false);
    const paths = { submit_path: "/jobs", poll_path: "/jobs/{id}" };
    expect(ADAPTER_CONFIGS.http.safeParse(paths).success).toBe(true);
    const wrong = [
      { output_at: "url" },
      { output_at: "/a~2" },
      { submit_path: "//evil.example" },
      { poll_path: "jobs" },
    ];
    for (const more of wrong) expect(ADAPTER_CONFIGS.http.safeParse({ ...paths, ...more }).success).toBe(false);
  });
});
