import type { PermissionCode, ServiceDetail, ServiceItem } from "@dailies/contract";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import "./create/create-dialog.tsx";
import "./detail/service-drawer.tsx";
import "./list/clusters-tab.tsx";
import "./secrets/secrets-tab.tsx";
import "./service-screen.tsx";
import { anEndpoint, aPreview, aSecret, aService, aServiceCluster, aServiceDetail } from "./testing/a-service.ts";
import "./update/update-dialog.tsx";

interface OpenOptions {
  permissions?: PermissionCode[];
  services?: ServiceItem[];
  detail?: Partial<ServiceDetail>;
  answers?: Parameters<typeof fakeApi>[0];
}

const open = (address: string, { permissions = [], services = [], detail = {}, answers = {} }: OpenOptions = {}) => {
  const sent = fakeApi({
    "auth.me": () => ({ reply: aUser({ username: "mei", permissions }) }),
    "inferenceServices.listServices": () => ({ reply: { items: services, next_cursor: null } }),
    "inferenceServices.getService": () => ({ reply: aServiceDetail(1, detail) }),
    "inferenceServices.listServiceClusters": () => ({ reply: { items: [aServiceCluster(50)] } }),
    "inferenceServices.listServiceSecrets": () => ({ reply: { items: [] } }),
    "inferenceServices.listServiceCallers": () => ({ reply: { items: [], performers: [] } }),
    "inferenceServices.deployService": () => ({ reply: aServiceDetail(1) }),
    "inferenceServices.deleteService": () => ({ reply: aService(1, { status: "deleting" }) }),
    "inferenceServices.createService": () => ({ reply: aService(2) }),
    "inferenceServices.previewService": () => ({ reply: aPreview() }),
    "inferenceServices.saveServiceSecret": () => ({ reply: aSecret(1) }),
    "inferenceServices.deleteServiceSecret": () => ({ reply: { ok: true } }),
    ...answers,
  });
  return { sent, ...renderConsole(address) };
};
const callsOf = (sent: ReturnType<typeof fakeApi>, name: string) =>
  sent.filter((call) => call.name === `inferenceServices.${name}`);
const AT_ONE = `/service?service=${aService(1).id}`;
/** Ids are the same for all dialogs in tests, so that one over the drawer is found by its title. */
const questionOf = async (title: string): Promise<HTMLElement> =>
  (await screen.findByText(title)).closest<HTMLElement>('[role="dialog"]') ??
  expect.unreachable("the title is in a dialog");
const drawer = () => screen.findByRole("dialog", { name: "captions-1" });

describe("the list of services", () => {
  it("shows status, replicas, GPUs and address, and marks facts that are stale", async () => {
    open("/service", { services: [aService(1), anEndpoint(2, { status: "unhealthy", is_stale: true })] });
    const first = within(await screen.findByRole("row", { name: /captions-1/ }));
    for (const text of ["Running", "2 / 2", "H100 × 2", "training-a"]) expect(first.getByText(text)).toBeDefined();
    const second = within(screen.getByRole("row", { name: /scores-2/ }));
    for (const text of ["Unhealthy", "stale", "41 ms"]) expect(second.getByText(text)).toBeDefined();
  });

  it("asks for the next page with the cursor of this one, and for a status", async () => {
    const { user, sent } = open("/service", {
      answers: {
        "inferenceServices.listServices": () => ({ reply: { items: [aService(1)], next_cursor: "captions-1" } }),
      },
    });
    await user.click(await screen.findByRole("button", { name: "Next page" }));
    await waitFor(() =>
      expect(callsOf(sent, "listServices").at(-1)?.url.searchParams.get("cursor")).toBe("captions-1"),
    );
  });

  it("keeps its filters in the address, and says when they leave nothing", async () => {
    const { user, sent, router } = open("/service?status=failed&kind=HTTP%20endpoint&q=scores");
    expect(await screen.findByRole("heading", { name: "No services match" })).toBeDefined();
    const asked = callsOf(sent, "listServices").at(-1)?.url.searchParams;
    expect([asked?.get("status"), asked?.get("kind"), asked?.get("q")]).toEqual(["failed", "HTTP endpoint", "scores"]);
    await user.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
    await waitFor(() => expect(router.state.location.search).toBe(""));
  });

  it("says what to do when there are none, and why it could not be loaded", async () => {
    const { unmount } = open("/service");
    expect(await screen.findByText("No services yet")).toBeDefined();
    unmount();
    open("/service", { answers: { "inferenceServices.listServices": () => ({ refuse: 500, detail: "no database" }) } });
    expect(await screen.findByText("no database")).toBeDefined();
  });

  it("has the applications of others beside it", async () => {
    open("/service?tab=clusters");
    const cluster = within(await screen.findByRole("region", { name: "training-a" }));
    expect(cluster.getByText("their-demo")).toBeDefined();
    expect(cluster.getByText(/12 \/ 64 CPUs, 4 \/ 16 GPUs/)).toBeDefined();
  });
});

describe("the dialog that creates a service", () => {
  it("registers an endpoint with its health address", async () => {
    const { user, sent } = open("/service");
    await user.click((await screen.findAllByRole("button", { name: "Create service" }))[0] as HTMLElement);
    const form = within(await screen.findByRole("dialog", { name: "Create a service" }));
    await user.click(form.getByText("HTTP endpoint"));
    await user.type(form.getByLabelText(/^Name/), "scores");
    await user.type(form.getByLabelText(/^Address/), "https://scores.example.com");
    await user.type(form.getByLabelText(/^Health address/), "https://scores.example.com/health");
    await user.click(form.getByRole("button", { name: "Register endpoint" }));
    await waitFor(() =>
      expect(callsOf(sent, "createService")[0]?.body).toMatchObject({
        kind: "HTTP endpoint",
        name: "scores",
        health_address: "https://scores.example.com/health",
      }),
    );
  });
});

describe("a service", () => {
  it("shows dead replicas before the others, and what each deploy changed", async () => {
    open(AT_ONE);
    const panel = await drawer();
    const lists = within(await within(panel).findByRole("article", { name: "Captioner" })).getAllByRole("list");
    expect(lists.map((list) => list.getAttribute("aria-label"))).toEqual(["Died recently", "Replicas"]);
    expect(within(panel).getByText("deployments.Captioner.scaling.replicas")).toBeDefined();
    expect(within(panel).getByText("First configuration")).toBeDefined();
  });

  it("is rolled back to a former deploy", async () => {
    const { user, sent } = open(AT_ONE);
    const panel = await drawer();
    await user.click(await within(panel).findByRole("button", { name: "Roll back to 1" }));
    const question = await questionOf("Roll captions-1 back to deploy 1?");
    await user.click(within(question).getByRole("button", { name: "Roll back to 1" }));
    await waitFor(() =>
      expect(callsOf(sent, "deployService")[0]?.body).toMatchObject({
        kind: "rollback",
        number: 1,
        expect_revision: 3,
      }),
    );
  });

  it("is deleted after its callers were shown", async () => {
    const caller = {
      performer_id: aService(8).id,
      performer: "Captions",
      user: "ben",
      calls: 12,
      last_at: "2026-11-15T11:00:00Z",
    };
    const { user, sent } = open(AT_ONE, {
      answers: { "inferenceServices.listServiceCallers": () => ({ reply: { items: [caller], performers: [] } }) },
    });
    const panel = await drawer();
    await user.click(await within(panel).findByRole("button", { name: "Delete" }));
    const question = await questionOf("Delete captions-1?");
    expect(await within(question).findByText("12 calls by ben through Captions")).toBeDefined();
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    const listed = callsOf(sent, "listServices").length;
    await waitFor(() => expect(callsOf(sent, "deleteService")).toHaveLength(1));
    await waitFor(() => expect(callsOf(sent, "listServices").length).toBeGreaterThan(listed));
    // By now it may be gone.
    expect(callsOf(sent, "listServiceCallers")).toHaveLength(1);
  });

  it("shows what Serve and a failed deploy say as text, never as markup", async () => {
    const message = "ValueError: <img src=x onerror=alert(1)>";
    const deploy = aServiceDetail(1).deploys[0] ?? expect.unreachable("there is a deploy");
    open(AT_ONE, {
      detail: { status: "failed", message, last_deploy: { ...deploy, status: "Failed", message: "Ray Serve refused" } },
    });
    const panel = await drawer();
    expect(await within(panel).findByText(message)).toBeDefined();
    expect(within(panel).getByText("Ray Serve refused")).toBeDefined();
    expect(panel.querySelector("img")).toBeNull();
  });

  it("of someone else cannot be changed, and waits while it is being changed", async () => {
    const { unmount } = open(AT_ONE, { detail: { may_change: false } });
    expect(await screen.findByText(/Only its owner or an administrator/)).toBeDefined();
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
    unmount();
    const last = aService(1).last_deploy ?? expect.unreachable("there is a deploy");
    open(AT_ONE, { detail: { status: "updating", last_deploy: { ...last, status: "Running", ended_at: null } } });
    const remove = await screen.findByRole<HTMLButtonElement>("button", { name: "Delete" });
    expect(remove.disabled).toBe(true);
  });
});

describe("an update of a service", () => {
  it("is written, compared with the running one, and sent with the body that was shown", async () => {
    const { user, sent } = open(AT_ONE);
    await user.click(await within(await drawer()).findByRole("button", { name: "Update…" }));
    const dialog = within(await questionOf("Update captions-1"));
    const model = await dialog.findByLabelText(/^Model and version/);
    expect((model as HTMLInputElement).value).toBe("caption-7b 2");
    await user.clear(model);
    await user.type(model, "caption-7b 3");
    const replicas = dialog.getByRole("spinbutton", { name: "Replicas" });
    await user.clear(replicas);
    await user.type(replicas, "3");
    await user.click(dialog.getByRole("button", { name: "Review" }));
    const changes = within(await dialog.findByRole("list", { name: "Changes" }));
    expect(changes.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "deployments.Captioner.scaling.replicas 2 3",
      "model caption-7b 2 caption-7b 3",
    ]);
    expect(await dialog.findByText(/"import_path": "captioner.serve:app"/)).toBeDefined();
    expect(callsOf(sent, "previewService")[0]?.body).toMatchObject({ service_id: aService(1).id, name: "captions-1" });
    await user.click(dialog.getByRole("button", { name: "Deploy" }));
    await waitFor(() =>
      expect(callsOf(sent, "deployService")[0]?.body).toMatchObject({
        kind: "update",
        model: "caption-7b 3",
        expect_revision: 3,
        config: {
          deployments: [{ scaling: { mode: "fixed", replicas: 3 } }],
          env: [{ name: "HF_TOKEN", secret_id: expect.any(String) }],
        },
      }),
    );
  });

  it("is not sent when nothing changes, and names what is wrong with its arguments", async () => {
    const { user } = open(AT_ONE);
    await user.click(await within(await drawer()).findByRole("button", { name: "Update…" }));
    const dialog = within(await questionOf("Update captions-1"));
    const text = await dialog.findByLabelText(/^Arguments/);
    await user.clear(text);
    await user.type(text, "steps 20");
    await user.click(dialog.getByRole("button", { name: "Review" }));
    expect(await dialog.findByText(/^write JSON with names and values/)).toBeDefined();
    await user.clear(text);
    await user.click(dialog.getByRole("button", { name: "Review" }));
    expect(await dialog.findByText(/^Nothing changes/)).toBeDefined();
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Deploy" }).disabled).toBe(true);
  });
});

describe("the scale of a service", () => {
  const config = aServiceDetail(1).config ?? expect.unreachable("there is a configuration");
  const [first] = config.deployments;
  const auto = { mode: "auto" as const, min_replicas: 1, max_replicas: 4, target_ongoing_requests: 2 };

  it("is not offered when it scales itself", async () => {
    open(AT_ONE, {
      detail: { config: { ...config, deployments: config.deployments.map((d) => ({ ...d, scaling: auto })) } },
    });
    expect(await within(await drawer()).findByRole("button", { name: "Update…" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Scale" })).toBeNull();
  });

  it("is set for the deployment that is chosen", async () => {
    const deployments = [first, { ...first, name: "Ranker", scaling: { mode: "fixed" as const, replicas: 5 } }];
    const { user, sent } = open(AT_ONE, { detail: { config: { ...config, deployments: deployments as never } } });
    await user.click(await within(await drawer()).findByRole("button", { name: "Scale" }));
    const question = await questionOf("Scale captions-1");
    await user.click(within(question).getByRole("combobox", { name: "Deployment" }));
    await user.click(await screen.findByText("Ranker", { selector: ".ant-select-item-option-content" }));
    expect(within(question).getByRole<HTMLInputElement>("spinbutton").value).toBe("5");
    await user.click(within(question).getByRole("button", { name: "Scale" }));
    await waitFor(() =>
      expect(callsOf(sent, "deployService")[0]?.body).toMatchObject({ deployment: "Ranker", replicas: 5 }),
    );
  });
});

describe("a service and the playground", () => {
  it("is tried there once it is a performer", async () => {
    open(AT_ONE, {
      permissions: ["PERFORMER_PLAYGROUND"],
      detail: { performers: [{ id: aService(8).id, name: "Captions" }] },
    });
    const link = await within(await drawer()).findByRole("link", { name: "Try Captions" });
    expect(link.getAttribute("href")).toContain(`/performer-playground?performer=${aService(8).id}`);
  });

  it("shows its route only to those who may not see addresses of clusters", async () => {
    open(AT_ONE, { detail: { address: null } });
    const panel = within(await drawer());
    expect(await panel.findByText("Administrators see the whole address.")).toBeDefined();
    expect(panel.queryByText("Use as a performer")).toBeNull();
  });
});

describe("the secrets of services", () => {
  const used = aSecret(1, { used_by: [{ id: aService(1).id, name: "captions-1" }] });
  const secrets = { "inferenceServices.listServiceSecrets": () => ({ reply: { items: [used, aSecret(2)] } }) };

  it("are listed with their users, and deleted only when there are none", async () => {
    const { user, sent } = open("/service?tab=secrets", { answers: secrets });
    const first = within(await screen.findByRole("row", { name: /hf-token-1/ }));
    expect(first.getByRole("link", { name: "captions-1" })).toBeDefined();
    expect(first.getByRole<HTMLButtonElement>("button", { name: "Delete hf-token-1" }).disabled).toBe(true);
    await user.click(screen.getByRole("button", { name: "Delete hf-token-2" }));
    const question = await questionOf("Delete the secret hf-token-2?");
    await user.click(within(question).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(callsOf(sent, "deleteServiceSecret")).toHaveLength(1));
    expect(screen.queryByText("Everybody's")).toBeNull();
  });

  it("are replaced under their name, and their values are never asked for", async () => {
    const { user, sent } = open("/service?tab=secrets", { answers: secrets });
    await user.click(await screen.findByRole("button", { name: "Replace hf-token-1" }));
    const dialog = within(await questionOf("Replace hf-token-1"));
    expect(dialog.getByText(/get the new value with their next deploy/)).toBeDefined();
    await user.type(dialog.getByLabelText(/^Secret/), "hf_new");
    await user.click(dialog.getByRole("button", { name: "Replace" }));
    await waitFor(() =>
      expect(callsOf(sent, "saveServiceSecret")[0]?.body).toEqual({ name: "hf-token-1", value: "hf_new" }),
    );
  });

  it("of everybody are listed for an administrator", async () => {
    const { user, sent } = open("/service?tab=secrets", { permissions: ["ADMIN_MANAGE_R"], answers: secrets });
    await user.click(await screen.findByText("Everybody's"));
    await waitFor(() => expect(callsOf(sent, "listServiceSecrets").at(-1)?.url.searchParams.get("scope")).toBe("all"));
  });
});
