import { cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { renderPart } from "../testing/render.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { momentOf, presetRange, wallClockOf } from "./time-range.ts";
import { useUrlFilters } from "./use-url-filters.ts";

afterEach(cleanup);

const moment = z.iso.datetime({ offset: true }).optional();
const schema = z.object({ from: moment, to: moment });

const Operations = () => {
  const filters = useUrlFilters(schema);
  return (
    <>
      <FilterBar filters={filters} fields={[{ kind: "time-range", fromKey: "from", toKey: "to", label: "Time" }]} />
      <output aria-label="address">{useLocation().search}</output>
    </>
  );
};

const address = (): URLSearchParams => new URLSearchParams(screen.getByLabelText("address").textContent ?? "");

it("the time range filter writes a preset as a start with an open end, and clears it", async () => {
  renderPart(<Operations />);
  await userEvent.click(screen.getByRole("button", { name: "Time" }));
  await userEvent.click(await screen.findByRole("button", { name: "Last 24 hours" }));
  const ageMs = Date.now() - Date.parse(address().get("from") ?? "");
  expect(Math.abs(ageMs - 24 * 3_600_000)).toBeLessThan(60_000);
  expect(address().has("to")).toBe(false);
  await userEvent.click(screen.getByRole("button", { name: "Remove the filter Time" }));
  expect(address().size).toBe(0);
});

it("the time range filter writes a range of one's own as two keys", async () => {
  renderPart(<Operations />);
  await userEvent.click(screen.getByRole("button", { name: "Time" }));
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2026-11-01T08:00" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-11-02T09:30" } });
  await userEvent.click(screen.getByRole("button", { name: "Apply range" }));
  expect(address().get("from")).toBe(momentOf("2026-11-01T08:00"));
  expect(address().get("to")).toBe(momentOf("2026-11-02T09:30"));
  expect(screen.getByRole("button", { name: /^Time: Nov 1, 2026, 08:00 – Nov 2, 2026, 09:30/ })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(address().size).toBe(0);
});

it("the time range filter refuses an end before its start", async () => {
  renderPart(<Operations />, { at: "/?from=2026-11-02T00:00:00Z" });
  await userEvent.click(screen.getByRole("button", { name: /^Time: since/ }));
  fireEvent.change(await screen.findByLabelText("To"), { target: { value: "2026-10-01T00:00" } });
  expect(screen.getByText("The end is before the start.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Apply range" }).disabled).toBe(true);
});

it("the time range filter reads the address as the wall clock and back", () => {
  expect(momentOf(wallClockOf("2026-11-15T05:26:00.000Z"))).toBe("2026-11-15T05:26:00.000Z");
  expect(wallClockOf("nonsense")).toBe("");
  expect(momentOf("")).toBeUndefined();
  expect(presetRange(60_000, Date.parse("2026-11-15T00:01:00Z")).from).toBe("2026-11-15T00:00:00.000Z");
});
