import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aPackage, aRunning } from "./testing/a-package.ts";
import { callsOf, openPackages } from "./testing/open-packages.ts";

const rowOf = async (name: string): Promise<HTMLElement> =>
  (await screen.findByText(name)).closest<HTMLElement>("tr") ?? expect.unreachable(`${name} is not in a row`);

describe("the list of packages", () => {
  it("shows what each was made of, how large it is and how far", async () => {
    const packages = [
      aPackage(2, { is_deprecated: true, deprecation_reason: "wrong captions" }),
      aRunning(3, { name: "rain" }),
      aPackage(4, { name: "fog", status: "Failed", error: "the bucket is gone", uri: null }),
    ];
    openPackages("/package-records", { packages });
    const row = await rowOf("night-drives");
    for (const text of ["@2", "Ready", "MDS", "1,204", "256 MB", "2 h 30 m", "6", "mei", "2 m 00 s", "Deprecated"])
      expect(within(row).getByText(text)).toBeDefined();
    expect(within(row).getByText("Rain at night@3 · Sharp clips")).toBeDefined();
    const running = await rowOf("rain");
    expect(within(running).getByRole("progressbar").getAttribute("aria-valuenow")).toBe("25");
    expect(within(running).getByText("1 / 4")).toBeDefined();
    const failed = within(await rowOf("fog")).getByText("Failed");
    expect(failed.closest("[title]")?.getAttribute("title")).toBe("the bucket is gone");
  });

  it("asks the server for what the address filters by", async () => {
    const { sent, user } = openPackages("/package-records?status=Ready&format=MDS&page=2", { packages: [aPackage(2)] });
    await rowOf("night-drives");
    expect(Object.fromEntries(callsOf(sent, "listPackages")[0]?.url.searchParams ?? [])).toMatchObject({
      status: "Ready",
      format: "MDS",
      offset: "20",
    });
    await user.type(screen.getByRole("searchbox", { name: "Name" }), "fog{Enter}");
    await waitFor(() => expect(callsOf(sent, "listPackages").at(-1)?.url.searchParams.get("q")).toBe("fog"));
    expect(callsOf(sent, "listPackages").at(-1)?.url.searchParams.get("offset")).toBe("0");
  });

  it("opens a package from its row", async () => {
    const { user, router } = openPackages("/package-records", { packages: [aPackage(2)] });
    await user.click(await rowOf("night-drives"));
    expect(await screen.findByRole("heading", { name: "night-drives@2" })).toBeDefined();
    expect(router.state.location.search).toBe(`?id=${aPackage(2).id}`);
  });

  it("says what a package is when there is none, and offers the first", async () => {
    const { user } = openPackages();
    expect(await screen.findByRole("heading", { name: "No packages yet" })).toBeDefined();
    await user.keyboard("n");
    expect(await screen.findByRole("dialog", { name: "New package" })).toBeDefined();
  });

  it("says that nothing matches, and clears the filters", async () => {
    const { user, router } = openPackages("/package-records?q=nowhere");
    await screen.findByRole("heading", { name: "No package matches" });
    const [clear] = screen.getAllByRole("button", { name: "Clear filters" });
    if (clear) await user.click(clear);
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("stands with the reason when it cannot be loaded", async () => {
    openPackages("/package-records", {
      answers: { "packages.listPackages": () => ({ refuse: 500, detail: "the database does not answer" }) },
    });
    const main = await screen.findByRole("main");
    expect(await within(main).findByText("the database does not answer")).toBeDefined();
  });
});
