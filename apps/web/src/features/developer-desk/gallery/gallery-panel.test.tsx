import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { renderPart } from "../../../ui/testing/render.tsx";
import { GalleryPanel } from "./gallery-panel.tsx";
import { GALLERY_PARTS } from "./gallery-parts.ts";

afterEach(cleanup);

it("the component gallery opens the part the address names and keeps the rest of the address", async () => {
  renderPart(<GalleryPanel />, { at: "/dev?tab=parts&part=status-tag" });
  expect(screen.getByRole("heading", { level: 2, name: "StatusTag" })).toBeTruthy();
  const link = screen.getByRole("link", { name: "Stat" });
  expect(link.getAttribute("href")).toContain("tab=parts&part=stat");
  await userEvent.click(link);
  expect(screen.getByRole("heading", { level: 2, name: "Stat" })).toBeTruthy();
});

it.each(GALLERY_PARTS.filter((part) => part.key !== "chart"))(
  "the component gallery draws $title",
  async ({ key, title }) => {
    renderPart(<GalleryPanel />, { at: `/dev?tab=parts&part=${key}` });
    expect(screen.getByRole("heading", { level: 2, name: title })).toBeTruthy();
    const examples = await screen.findAllByRole("heading", { level: 3 });
    expect(examples.length).toBeGreaterThan(0);
  },
);
