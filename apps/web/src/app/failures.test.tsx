import { MESSAGES } from "@dailies/contract";
import { useQuery } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { describe, expect, it, vi } from "vitest";
import { systemCalls } from "../lib/api/clients/system.ts";
import { page } from "../lib/page.ts";
import { aUser } from "../testing/a-user.ts";
import { fakeApi } from "../testing/fake-api.ts";
import { renderConsole } from "../testing/render-console.tsx";
import { Component as Frame } from "./frame/frame.tsx";

const Probe = ({ isSilent }: { isSilent: boolean }) => {
  const { error } = useQuery({
    queryKey: ["probe"],
    queryFn: (context) => systemCalls.getHealth({}, context),
    meta: { silent: isSilent },
    retry: false,
  });
  return error ? <p>probe failed</p> : <p>probe waits</p>;
};

const renderProbe = (isSilent = false) => {
  const router = createMemoryRouter([
    { Component: Frame, children: [{ path: "/", element: <Probe isSilent={isSilent} /> }] },
  ]);
  render(<RouterProvider router={router} />);
};

const refusing = (refuse: number, detail: unknown) =>
  fakeApi({ "auth.me": () => ({ reply: aUser() }), "system.getHealth": () => ({ refuse, detail }) });

const toasts = (): string[] =>
  [...document.querySelectorAll(".ant-message-notice")].map((toast) => toast.textContent ?? "");

describe("a failed call", () => {
  it("toasts a string as it stands", async () => {
    refusing(409, "that name is taken");
    renderProbe();
    expect(await screen.findByText("that name is taken")).toBeDefined();
    expect(toasts()).toEqual(["that name is taken"]);
  });

  it("toasts a list as one line per item", async () => {
    refusing(422, [
      { msg: "first fault", loc: "a" },
      { msg: "second fault", loc: "b" },
    ]);
    renderProbe();
    await screen.findByText(/first fault/);
    expect(screen.getByText(/first fault/).textContent).toBe("first fault\nsecond fault");
  });

  it("toasts the unknown error for any other shape", async () => {
    refusing(500, { surprise: true });
    renderProbe();
    expect(await screen.findByText(MESSAGES.unknownError)).toBeDefined();
  });

  it("toasts when the server cannot be reached", async () => {
    fakeApi({ "auth.me": () => ({ reply: aUser() }), "system.getHealth": () => "network failure" });
    renderProbe();
    expect(await screen.findByText(/cannot be reached/)).toBeDefined();
  });

  it("says nothing for a silent query, whose request carries the flag", async () => {
    const sent = refusing(409, "that name is taken");
    renderProbe(true);
    await screen.findByText("probe failed");
    expect(toasts()).toEqual([]);
    expect(sent.find((call) => call.name === "system.getHealth")?.url.search).toBe("?silent=true");
  });

  it("T17: shows markup in a detail as text", async () => {
    refusing(409, '<img src=x onerror="alert(1)"> & <b>bold</b>');
    renderProbe();
    const toast = await screen.findByText('<img src=x onerror="alert(1)"> & <b>bold</b>');
    expect(toast.children.length).toBe(0);
    expect(document.querySelector("img[src=x]")).toBeNull();
  });
});

describe("a 401", () => {
  it("sends to the login with where one was, and toasts nothing", async () => {
    const load = vi.spyOn(page, "load").mockImplementation(() => undefined);
    window.location.hash = "#/dev?tab=engines";
    let isSignedIn = true;
    fakeApi({
      "auth.me": () => ({ reply: aUser() }),
      "system.getHealth": () => (isSignedIn ? { refuse: 409, code: "conflict", detail: "busy" } : signedOut),
    });
    const { user } = renderConsole("/dev?tab=engines");
    const again = await screen.findByRole("button", { name: "Try again" });
    isSignedIn = false;
    await user.click(again);
    await waitFor(() => expect(load).toHaveBeenCalledWith("/#/login?redirect=%2F%23%2Fdev%3Ftab%3Dengines"));
    expect(toasts().filter((text) => text.includes(MESSAGES.loginFirst))).toEqual([]);
  });

  it("leaves the login page alone", async () => {
    const load = vi.spyOn(page, "load").mockImplementation(() => undefined);
    window.location.hash = "#/login";
    const sent = fakeApi({ "auth.me": () => signedOut });
    renderConsole("/frog-home");
    await waitFor(() => expect(sent.length).toBe(1));
    await act(async () => undefined);
    expect(load).not.toHaveBeenCalled();
  });
});

const signedOut = { refuse: 401, code: "not_signed_in", detail: MESSAGES.loginFirst };

describe("permissions that cannot be loaded", () => {
  it("say 'something error', name the request and can be tried again", async () => {
    let isBroken = true;
    fakeApi({
      "auth.me": () => (isBroken ? { refuse: 500, detail: MESSAGES.unknownError } : { reply: aUser() }),
      "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
    });
    const { user } = renderConsole("/frog-home");
    expect(await screen.findByRole("heading", { name: "something error" })).toBeDefined();
    expect(screen.getByText("req-42")).toBeDefined();
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("heading", { name: "Welcome, Mei Lin" })).toBeDefined();
  });
});
