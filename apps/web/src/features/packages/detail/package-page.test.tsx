import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aDetail, aPackage, aRunning, aShard, DATASET_ID } from "../testing/a-package.ts";
import { callsOf, openPackages } from "../testing/open-packages.ts";

const ready = aPackage(2);
const addressOf = (one: { id: string }, rest = ""): string => `/package-records?id=${one.id}${rest}`;
type User = ReturnType<typeof openPackages>["user"];

const choose = async (user: User, act: string): Promise<void> => {
  await user.click(await screen.findByRole("button", { name: "Actions for night-drives@2" }));
  await user.click(await screen.findByRole("menuitem", { name: act }));
};

describe("the page of a package", () => {
  it("shows its source, settings and hashes, and how it is read", async () => {
    openPackages(addressOf(ready), { packages: [ready] });
    expect(await screen.findByRole("heading", { name: "night-drives@2" })).toBeDefined();
    const view = screen.getByRole("link", { name: "Sharp clips" });
    expect(view.getAttribute("href")).toContain(`id=${DATASET_ID}&version=3&where=codec`);
    expect(screen.getByText("video")).toBeDefined();
    expect(screen.getByText("without a caption")).toBeDefined();
    expect(screen.getByText("41")).toBeDefined();
    expect(screen.getByText("from streaming import StreamingDataset")).toBeDefined();
    expect(screen.getByRole("link", { name: "Manifest" }).getAttribute("href")).toBe(
      `/api_v1/package/manifest/${ready.id}`,
    );
    expect(screen.getByRole("link", { name: "Open in viewer" }).getAttribute("href")).toContain("/sdv?uri=s3");
    expect(screen.getByRole("link", { name: "Register as dataset" }).getAttribute("href")).toContain(
      "/dataset?open=register&uri=s3",
    );
  });

  it("shows how far it is and cancels after a question", async () => {
    const running = aRunning(2);
    const { user, sent } = openPackages(addressOf(running), {
      packages: [running],
      answers: { "packages.cancelPackage": () => ({ reply: aDetail({ ...running, status: "Cancelled" }) }) },
    });
    expect((await screen.findAllByRole("progressbar")).length).toBe(2);
    expect(screen.getByText(/300 samples, 64.0 MB written/)).toBeDefined();
    expect(screen.queryByRole("link", { name: "Open in viewer" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Cancel package" }));
    const dialog = await screen.findByRole("dialog", { name: "Cancel night-drives@2?" });
    await user.click(within(dialog).getByRole("button", { name: "Cancel package" }));
    await waitFor(() => expect(callsOf(sent, "cancelPackage")).toHaveLength(1));
  });

  it("says why it failed", async () => {
    const failed = aPackage(2, { status: "Failed", error: "the object a.tar is gone", uri: null });
    openPackages(addressOf(failed), { packages: [failed] });
    expect(await screen.findByText("the object a.tar is gone")).toBeDefined();
    expect(screen.getByRole("button", { name: "Run again" })).toBeDefined();
  });

  it("says what its last verification found", async () => {
    const damaged = aPackage(2, { error: "shard 3 has other bytes" });
    openPackages(addressOf(damaged), { packages: [damaged] });
    expect(await screen.findByText("shard 3 has other bytes")).toBeDefined();
    expect(screen.getByText("Damaged")).toBeDefined();
  });

  it("runs again as the next number", async () => {
    const next = aRunning(3);
    const { user, sent, router } = openPackages(addressOf(ready), {
      packages: [ready, next],
      answers: { "packages.repeatPackage": () => ({ reply: aDetail(next) }) },
    });
    await choose(user, "Run again");
    const dialog = await screen.findByRole("dialog", { name: "Run night-drives@2 again?" });
    await user.click(within(dialog).getByRole("button", { name: "Run again" }));
    await waitFor(() => expect(router.state.location.search).toBe(`?id=${next.id}`));
    expect(callsOf(sent, "repeatPackage")).toHaveLength(1);
  });

  it("is verified and deprecated with a reason", async () => {
    const { user, sent } = openPackages(addressOf(ready), {
      packages: [ready],
      answers: {
        "packages.verifyPackage": () => ({ reply: aDetail(ready) }),
        "packages.deprecatePackage": () => ({ reply: aDetail(ready) }),
      },
    });
    await choose(user, "Verify");
    expect(await screen.findByText("night-drives@2 is being verified.")).toBeDefined();
    await choose(user, "Mark as deprecated");
    await user.type(await screen.findByRole("textbox", { name: /Reason/ }), "wrong captions");
    await user.click(screen.getByRole("button", { name: "Mark as deprecated" }));
    await waitFor(() =>
      expect(callsOf(sent, "deprecatePackage")[0]?.body).toEqual({ is_deprecated: true, reason: "wrong captions" }),
    );
  });

  it("is deleted only when its name is typed", async () => {
    const { user, sent } = openPackages(addressOf(ready), {
      packages: [ready],
      answers: { "packages.deletePackage": () => ({ reply: { ok: true } }) },
    });
    await choose(user, "Delete");
    const dialog = await screen.findByRole("dialog", { name: "Delete night-drives@2?" });
    const button = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Delete files" });
    expect(button.disabled).toBe(true);
    await user.type(within(dialog).getByRole("textbox"), "night-drives@2");
    await user.click(button);
    await waitFor(() => expect(callsOf(sent, "deletePackage")).toHaveLength(1));
  });

  it("is not deleted while something uses it, which the dialog names", async () => {
    const { user, sent } = openPackages(addressOf(ready), {
      packages: [ready],
      detail: { used_by: [{ kind: "dataset", id: DATASET_ID, name: "Packed rain" }] },
    });
    await choose(user, "Delete");
    const dialog = await screen.findByRole("dialog", { name: "night-drives@2 is in use" });
    expect(within(dialog).getByRole("link", { name: "Packed rain" })).toBeDefined();
    expect(within(dialog).queryByRole("button", { name: "Delete files" })).toBeNull();
    expect(callsOf(sent, "deletePackage")).toHaveLength(0);
  });

  it("is not deleted when something began to use it after the page was opened", async () => {
    const uses = [{ kind: "dataset" as const, id: DATASET_ID, name: "Packed rain" }];
    const details = [aDetail(ready), aDetail(ready, { used_by: uses })];
    const { user } = openPackages(addressOf(ready), {
      packages: [ready],
      answers: { "packages.getPackage": () => ({ reply: details.shift() ?? aDetail(ready, { used_by: uses }) }) },
    });
    await choose(user, "Delete");
    const dialog = await screen.findByRole("dialog", { name: "night-drives@2 is in use" });
    expect(within(dialog).getByRole("link", { name: "Packed rain" })).toBeDefined();
    expect(screen.queryByRole("dialog", { name: "Delete night-drives@2?" })).toBeNull();
  });

  it("offers no change to others", async () => {
    const { user } = openPackages(addressOf(ready), { packages: [ready], detail: { can_change: false } });
    await user.click(await screen.findByRole("button", { name: "Actions for night-drives@2" }));
    expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([
      "Verify",
      "Run again",
    ]);
  });

  it.each(["not-an-id", "0198da7a-0000-7000-9100-00000000ffff"])("says that there is none: %s", async (id) => {
    openPackages(`/package-records?id=${id}`);
    expect(await screen.findByRole("heading", { name: "Package not found" })).toBeDefined();
  });
});

describe("the tables of a package", () => {
  it("list the shards with size, speed and hash", async () => {
    openPackages(addressOf(ready, "&tab=shards"), {
      packages: [ready],
      answers: {
        "packages.listPackageShards": () => ({
          reply: {
            items: [
              aShard(0),
              aShard(1, { status: "Waiting", name: null, sha256: null, took_ms: null, written_at: null }),
            ],
            total: 2,
          },
        }),
      },
    });
    const row = (await screen.findByText("shard.00000.mds")).closest("tr") as HTMLElement;
    for (const text of ["Written", "301", "64.0 MB", "2.0 s", "32.0 MB/s"])
      expect(within(row).getByText(text)).toBeDefined();
    expect(screen.getByText("Waiting")).toBeDefined();
  });

  it("list what was left out by reason, each with a link to its item", async () => {
    const { user, sent } = openPackages(addressOf(ready, "&tab=left_out"), {
      packages: [ready],
      answers: {
        "packages.listLeftOutItems": () => ({
          reply: {
            items: [{ ordinal: 41, key: "clip-41", reason: "object_truncated", detail: "ends after 12 of 90 bytes" }],
            total: 1,
          },
        }),
      },
    });
    const link = await screen.findByRole("link", { name: "clip-41" });
    expect(link.getAttribute("href")).toContain(`/dataset?id=${DATASET_ID}&version=3&item=41`);
    expect(screen.getByText("ends after 12 of 90 bytes")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "File is truncated 6" }));
    await waitFor(() =>
      expect(callsOf(sent, "listLeftOutItems").at(-1)?.url.searchParams.get("reason")).toBe("object_truncated"),
    );
  });
});
