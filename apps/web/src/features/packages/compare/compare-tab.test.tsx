import type { PackageComparison } from "@dailies/contract";
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aPackage, aRunning } from "../testing/a-package.ts";
import { callsOf, openPackages } from "../testing/open-packages.ts";

const before = aPackage(1);
const now = aPackage(2);
const address = `/package-records?id=${now.id}&tab=compare`;

const aComparison = (overrides: Partial<PackageComparison> = {}): PackageComparison => ({
  id: now.id,
  status: "Finished",
  package_id: now.id,
  against_id: before.id,
  error: null,
  result: {
    same: 1_200,
    added: { items: 4, keys: ["clip-1", "clip-2"] },
    removed: { items: 0, keys: [] },
    changed: { items: 1, keys: ["clip-9"] },
    same_bytes: false,
    histograms: [
      { field: "duration_s", edges: [0, 5, 10], counts: [10, 30], against_counts: [20, 20], distance: 0.25 },
    ],
  },
  ...overrides,
});

describe("the comparison of two packages", () => {
  it("starts with the previous number and shows what differs", async () => {
    const { user, sent, router } = openPackages(address, {
      packages: [now, before],
      answers: { "packages.comparePackages": () => ({ reply: aComparison() }) },
    });
    expect(await screen.findByTitle("night-drives@1")).toBeDefined();
    expect(callsOf(sent, "comparePackages")).toHaveLength(0);
    await user.click(screen.getByRole("button", { name: "Compare" }));
    const added = await screen.findByRole("region", { name: "Added" });
    for (const text of ["4", "Only in night-drives@2", "The first 2:", "clip-1"])
      expect(within(added).getByText(text)).toBeDefined();
    expect(screen.getByText("Different samples")).toBeDefined();
    expect(await screen.findByText("Strongly shifted (distance 0.25)")).toBeDefined();
    expect(callsOf(sent, "comparePackages")[0]?.body).toEqual({ against_id: before.id });
    expect(router.state.location.search).toContain(`against=${before.id}`);
  });

  it("says that packages with the same bytes are equal", async () => {
    const none = { items: 0, keys: [] };
    const result = { same: 5, added: none, removed: none, changed: none, same_bytes: true, histograms: [] };
    openPackages(`${address}&against=${before.id}`, {
      packages: [now, before],
      answers: { "packages.comparePackages": () => ({ reply: aComparison({ result }) }) },
    });
    expect(await screen.findByText("Same bytes")).toBeDefined();
  });

  it("shows that it runs, and why it failed", async () => {
    const running = openPackages(`${address}&against=${before.id}`, {
      packages: [now, before],
      answers: { "packages.comparePackages": () => ({ reply: aComparison({ status: "Running", result: null }) }) },
    });
    expect(await screen.findByRole("progressbar", { name: "Comparing the samples" })).toBeDefined();
    running.unmount();
    openPackages(`${address}&against=${before.id}`, {
      packages: [now, before],
      answers: {
        "packages.comparePackages": () => ({
          reply: aComparison({ status: "Failed", result: null, error: "a shard is gone" }),
        }),
      },
    });
    expect(await screen.findByText("a shard is gone")).toBeDefined();
  });

  it("waits for a package that is not ready", async () => {
    const one = aRunning(2);
    openPackages(`/package-records?id=${one.id}&tab=compare`, { packages: [one] });
    expect(await screen.findByRole("heading", { name: "Not ready to compare" })).toBeDefined();
  });
});
