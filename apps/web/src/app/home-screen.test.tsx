import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aUser } from "../testing/a-user.ts";
import { fakeApi } from "../testing/fake-api.ts";
import { renderConsole } from "../testing/render-console.tsx";

const as = (overrides: Parameters<typeof aUser>[0]) =>
  fakeApi({
    "auth.me": () => ({ reply: aUser(overrides) }),
    "auth.listSessions": () => ({ reply: { items: [], total: 0 } }),
  });

it("the home screen greets by the real name and says that nothing is waiting", async () => {
  as({});
  renderConsole("/frog-home");
  expect(await screen.findByRole("heading", { name: "Welcome, Mei Lin" })).toBeDefined();
  expect(screen.getByText("Your queue is empty")).toBeDefined();
});

it("the home screen puts a missing password first", async () => {
  as({ hasPassword: false });
  renderConsole("/frog-home");
  expect(await screen.findByText("You have no password yet")).toBeDefined();
});

it("the home screen shows only the screens this person may open, built ones first, the rest marked", async () => {
  as({ permissions: ["MAGI_ADMIN"] });
  renderConsole("/frog-home");
  const console = await screen.findByRole("region", { name: "Console" });
  const places = within(console).getAllByRole("link");
  const texts = places.map(({ textContent }) => textContent);
  const built = ["Datasets", "Streaming Dataset Viewer", "Playground", "Developer desk"];
  expect(texts.slice(0, built.length)).toEqual(built.map((name) => expect.stringContaining(name)));
  expect(texts.map((text) => text.includes("Not available yet"))).toEqual(texts.map((_, at) => at >= built.length));
  expect(screen.getByRole("region", { name: "Platform admin" })).toBeDefined();
  expect(screen.queryByRole("region", { name: "Version 1.0" })).toBeNull();
});
