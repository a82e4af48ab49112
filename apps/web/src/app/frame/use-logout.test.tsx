import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { judgementAnswers, judgementDrafts } from "../../features/evaluations/judging/state/judging-calls.ts";
import { labelAnswers, labelDrafts } from "../../features/labelling/workspace/labelling-calls.ts";
import { keepBody } from "../../lib/api/kept-request.ts";
import { page } from "../../lib/page.ts";
import { writeStored } from "../../lib/storage.ts";
import { aUser } from "../../testing/a-user.ts";
import { fakeApi } from "../../testing/fake-api.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { START_SCREEN } from "../../testing/start-screen.ts";

const LEASE = "0198a2de-0000-7000-8000-000000000001";
const SAVED_AT = "2026-11-19T08:00:00.000Z";

const serve = (logout: () => { reply: { ok: true } } | "network failure") =>
  fakeApi({
    "auth.me": () => ({ reply: aUser() }),
    "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
    "auth.logout": logout,
    "content.listFavorites": () => ({ reply: { items: [], total: 0, is_total_exact: true, sources: [] } }),
    ...START_SCREEN,
  });

const signOut = async () => {
  const load = vi.spyOn(page, "load").mockImplementation(() => undefined);
  const { user } = renderConsole("/frog-home");
  await user.click(await screen.findByRole("button", { name: "Account: Mei Lin" }));
  await user.click(await screen.findByRole("menuitem", { name: "logout" }));
  await waitFor(() => expect(load).toHaveBeenCalledWith("/"));
};

/** What each part of the console keeps in this browser, as the parts themselves write it. */
const useConsole = (): void => {
  for (const key of ["username", "paletteRecent"] as const) writeStored(key, "mei");
  for (const name of ["recent-assets-video", "playground", "upload:mei@clip.mp4|1|2"]) localStorage.setItem(name, "x");
  keepBody("credits.grant", { user_email: "eve@example.org", amount_credits: 5 });
};

const LOOKS = [
  "theme",
  "language",
  "menu-collapsed",
  "label-keys",
  "table-density",
  "table-hidden:jobs",
  "dataset-rail",
];

beforeEach(() => sessionStorage.clear());

describe("signing out", () => {
  it("leaves nothing of the user in the browser but how it looks", async () => {
    const sent = serve(() => ({ reply: { ok: true } }));
    useConsole();
    for (const name of LOOKS) localStorage.setItem(name, "x");
    await signOut();
    expect(sent.at(-1)).toMatchObject({ name: "auth.logout" });
    expect(Object.keys(localStorage).toSorted()).toEqual(LOOKS.toSorted());
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it("keeps the work that the server may not have, until its author signs in again", async () => {
    serve(() => ({ reply: { ok: true } }));
    labelDrafts.keep(LEASE, { saved_at: SAVED_AT, draft: {}, watchedS: 1 });
    judgementDrafts.keep(LEASE, { saved_at: SAVED_AT, seen: { A: 1, B: 1 } } as never);
    labelAnswers.save("mei", [{} as never]);
    judgementAnswers.save("mei", [{} as never]);
    for (const part of ["review", "adjudication"]) localStorage.setItem(`label.${part}.draft.${LEASE}`, "{}");
    const work = Object.keys(localStorage).filter((name) => name !== "language");
    await signOut();
    expect(work).toHaveLength(6);
    expect(Object.keys(localStorage)).toEqual(expect.arrayContaining(work));
  });

  it("clears the browser without the server too, and ends the session before anything is shown again", async () => {
    let isReachable = false;
    const sent = serve(() => (isReachable ? { reply: { ok: true } } : "network failure"));
    useConsole();
    await signOut();
    expect(localStorage.getItem("username")).toBeNull();
    expect(Object.keys(sessionStorage)).toEqual([]);
    isReachable = true;
    sent.length = 0;
    renderConsole("/frog-home");
    await waitFor(() => expect(sent.some(({ name }) => name === "auth.me")).toBe(true));
    expect(sent[0]).toMatchObject({ name: "auth.logout" });
    expect(localStorage.getItem("sign-out-pending")).toBeNull();
  });
});
