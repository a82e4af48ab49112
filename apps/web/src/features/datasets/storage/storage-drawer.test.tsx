import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aProfile } from "../testing/a-dataset.ts";
import { type Answers, lastOf, openDatasets } from "../testing/open-datasets.ts";

const own = aProfile(1);
const studio = aProfile(2, {
  name: "Studio",
  endpoint: "https://s3.example.com",
  bucket: "takes",
  prefix: "raw/",
  access_key_id: "AKIA1",
  has_secret: true,
  datasets: 0,
  last_ok_at: null,
  last_error: "the keys were refused",
});
const profiles: Answers = { "storage.listStorageProfiles": () => ({ reply: { items: [own, studio], total: 2 } }) };

const open = (answers: Answers = {}, permissions: string[] = ["ADMIN_MANAGE_R"], more = "") =>
  openDatasets(`/dataset?open=storage${more}`, { answers: { ...profiles, ...answers }, permissions });

const drawer = (): Promise<HTMLElement> => screen.findByRole("dialog");

describe("storage profiles", () => {
  it("are shown to everybody inside and changed by administrators alone", async () => {
    open({}, []);
    expect(await within(await drawer()).findByText("s3://takes/raw/")).toBeDefined();
    expect(within(await drawer()).getByText("An administrator can add storage profiles.")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Test Studio" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Add storage profile" })).toBeNull();
  });

  it("are tried as the console and as a browser", async () => {
    const { user } = open({
      "storage.testStorageProfile": () => ({
        reply: { can_list: true, can_read: true, can_browsers_read: false, message: null },
      }),
    });
    await user.click(await screen.findByRole("button", { name: "Test Studio" }));
    expect(await screen.findByText("Browsers cannot read (CORS)")).toBeDefined();
    expect(screen.getByText(/allow http:\/\/localhost:3000 to send GET and HEAD/)).toBeDefined();
  });

  it("keep the sealed secret when nothing is typed", async () => {
    const { user, sent } = open({ "storage.updateStorageProfile": () => ({ reply: studio }) });
    await user.click(await screen.findByRole("button", { name: "Edit Studio" }));
    const secret = await screen.findByLabelText<HTMLInputElement>(/^Replace the secret access key/);
    expect(secret.value).toBe("");
    await user.click(screen.getByRole("button", { name: "Save changes" }));
    await waitFor(() =>
      expect(lastOf(sent, "storage.updateStorageProfile")?.body).toEqual({
        name: "Studio",
        endpoint: "https://s3.example.com",
        public_endpoint: null,
        region: "us-east-1",
        bucket: "takes",
        prefix: "raw/",
        is_path_style: true,
        access_key_id: "AKIA1",
        expect_revision: 1,
      }),
    );
  });

  it("warn that another endpoint forgets the secret", async () => {
    const { user } = open({}, ["ADMIN_MANAGE_R"], `&profile=${studio.id}`);
    const endpoint = await screen.findByLabelText("Endpoint");
    expect(screen.queryByText(/deletes the stored secret/)).toBeNull();
    await user.clear(endpoint);
    await user.type(endpoint, "https://s3.example.org");
    expect(await screen.findByText(/deletes the stored secret/)).toBeDefined();
  });

  it("are added with keys that are never shown again", async () => {
    const made = aProfile(3, { name: "Lab", endpoint: "https://lab.example.com", has_secret: true });
    const { user, sent, router } = open({
      "storage.createStorageProfile": () => ({ reply: made }),
      "storage.listStorageProfiles": () => ({ reply: { items: [own, studio, made], total: 3 } }),
    });
    await user.click(await screen.findByRole("button", { name: "Add storage profile" }));
    await user.type(await screen.findByLabelText("Name"), "Lab");
    await user.type(screen.getByLabelText("Endpoint"), "https://lab.example.com");
    await user.type(screen.getByLabelText("Bucket"), "lab");
    await user.type(screen.getByLabelText(/^Access key ID/), "AKIA2");
    await user.type(screen.getByLabelText(/^Secret access key/), "hush");
    await user.click(screen.getByRole("button", { name: "Add storage profile" }));
    await waitFor(() => expect(lastOf(sent, "storage.createStorageProfile")?.body).toMatchObject({ bucket: "lab" }));
    expect(lastOf(sent, "storage.createStorageProfile")?.body).toMatchObject({ secret_access_key: "hush" });
    await waitFor(() => expect(router.state.location.search).toContain(made.id));
    expect(document.body.innerHTML).not.toContain("hush");
  });

  it("are deleted only where no dataset lies", async () => {
    const { user, sent, unmount } = open({ "storage.deleteStorageProfile": () => ({ reply: { id: studio.id } }) });
    await user.click(await screen.findByRole("button", { name: "Edit Studio" }));
    await user.click(await screen.findByRole("button", { name: "Delete profile" }));
    const heading = await screen.findByText("Delete profile Studio?");
    const dialog = heading.closest<HTMLElement>('[role="dialog"]') ?? expect.unreachable("no dialog");
    await user.click(within(dialog).getByRole("button", { name: "Delete profile" }));
    await waitFor(() => expect(lastOf(sent, "storage.deleteStorageProfile")?.url.pathname).toContain(studio.id));
    unmount();
    open({}, ["ADMIN_MANAGE_R"], `&profile=${own.id}`);
    expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Delete profile" })).disabled).toBe(true);
  });
});
