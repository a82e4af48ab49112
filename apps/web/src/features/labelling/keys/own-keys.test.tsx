import { screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { openWorkspace } from "../testing/open-labelling.tsx";
import { keyFault, keyOf, withKey, writeOwnKeys } from "./own-keys.ts";
import "./keys-dialog.tsx";

afterEach(() => writeOwnKeys({}));

it("a key is refused if it has another use", () => {
  expect(keyFault("skip", "Enter", {})).toBe("oneKey");
  expect(keyFault("skip", "7", {})).toBe("reserved");
  expect(keyFault("skip", "?", {})).toBe("reserved");
  expect(keyFault("skip", "U", {})).toBe("taken");
  expect(keyFault("skip", "u", { undo: "z" })).toBeUndefined();
});

it("a usual key is not kept", () => {
  expect(withKey("skip", "q", {})).toEqual({ skip: "q" });
  expect(withKey("skip", "x", { skip: "q", undo: "z" })).toEqual({ undo: "z" });
  expect(keyOf("skip", { skip: "q" })).toBe("q");
});

it("a person changes a key of the workspace, which is kept in the browser", async () => {
  const { user } = openWorkspace({});
  await user.click(await screen.findByRole("button", { name: "Change keys" }));
  await user.click(await screen.findByRole("button", { name: "Change the key of Skip item: X" }));
  await user.keyboard("u");
  expect(screen.getByText("Another action has this key.")).toBeTruthy();
  await user.keyboard("q");
  expect(await screen.findByRole("button", { name: "Change the key of Skip item: Q" })).toBeTruthy();
  expect(localStorage.getItem("label-keys")).toBe('{"skip":"q"}');
  await user.click(screen.getByRole("button", { name: "Reset all" }));
  expect(localStorage.getItem("label-keys")).toBeNull();
});

it("a chosen key works instead of the usual one", async () => {
  writeOwnKeys({ skip: "q" });
  const { user } = openWorkspace({});
  expect(await screen.findByText("Q", { selector: "kbd" })).toBeTruthy();
  await user.keyboard("x");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("q");
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

it("the list of keys shows the chosen ones", async () => {
  writeOwnKeys({ skip: "q" });
  const { user } = openWorkspace({});
  await screen.findByText("Q", { selector: "kbd" });
  await user.keyboard("?");
  const help = within(await screen.findByRole("dialog"));
  expect(help.getByText("Skip item").parentElement?.textContent).toContain("Q");
});
