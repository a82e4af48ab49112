import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { DataTable } from "./data-table.tsx";
import type { Column, DataTableProps } from "./types.ts";

interface Clip {
  id: string;
  frames: number;
}

const COLUMNS: Column<Clip>[] = [
  { key: "id", title: "Clip", widthPx: 200, render: (clip) => clip.id, isFixed: true, isSortable: true },
  { key: "frames", title: "Frames", widthPx: 120, render: (clip) => clip.frames, isNumeric: true },
  { key: "seed", title: "Seed", widthPx: 120, render: () => "42", isExtra: true },
];

const clips = (count: number): Clip[] =>
  Array.from({ length: count }, (_, at) => ({ id: `clip-${at}`, frames: at * 24 }));

const clipKey = (clip: Clip): string => clip.id;

const renderTable = (props: Partial<DataTableProps<Clip>>) =>
  renderPart(
    <DataTable name="Clips" columns={COLUMNS} rows={[]} rowKey={clipKey} empty={<p>No clips yet</p>} {...props} />,
  );

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const grid = (): HTMLElement => screen.getByRole("grid", { name: "Clips" });
const activeRow = (): string =>
  document.getElementById(grid().getAttribute("aria-activedescendant") ?? "")?.textContent ?? "";

it("the data table carries 100,000 rows and draws a screenful", () => {
  const { container } = renderTable({ rows: clips(100_000) });
  expect(grid().getAttribute("aria-rowcount")).toBe("100001");
  expect(screen.getByText("100,000 rows")).toBeTruthy();
  expect(container.querySelectorAll("tr").length).toBeLessThan(60);
  expect(container.querySelectorAll("*").length).toBeLessThan(600);
});

it("the data table moves by arrows, j, k, Home and End, keeps the active row drawn, and opens on Enter", async () => {
  const onOpen = vi.fn();
  renderTable({ rows: clips(1000), onOpen });
  grid().focus();
  await waitFor(() => expect(activeRow()).toContain("clip-0"));
  await userEvent.keyboard("{ArrowDown}jjk");
  expect(activeRow()).toContain("clip-2");
  await userEvent.keyboard("{End}");
  expect(activeRow()).toContain("clip-999");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(onOpen.mock.calls[0]?.[0]).toEqual({ id: "clip-999", frames: 999 * 24 });
});

it("the data table opens a row by a click, and leaves a click on a control to the control", async () => {
  const onOpen = vi.fn();
  const columns: Column<Clip>[] = [
    ...COLUMNS,
    { key: "act", title: "Act", widthPx: 80, render: () => <button type="button">retry</button> },
  ];
  renderTable({ rows: clips(1), columns, onOpen });
  await userEvent.click(screen.getByRole("button", { name: "retry" }));
  expect(onOpen).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText("clip-0"));
  expect(onOpen).toHaveBeenCalledOnce();
});

it("the data table asks for ascending, descending, then no order", async () => {
  const onSortChange = vi.fn();
  const sortBy = () => userEvent.click(screen.getByRole("button", { name: "Clip" }));
  renderTable({ rows: clips(2), onSortChange });
  await sortBy();
  expect(onSortChange).toHaveBeenLastCalledWith({ key: "id", direction: "asc" });
  cleanup();
  renderTable({ rows: clips(2), onSortChange, sort: { key: "id", direction: "asc" } });
  expect(screen.getByRole("columnheader", { name: "Clip" }).getAttribute("aria-sort")).toBe("ascending");
  await sortBy();
  expect(onSortChange).toHaveBeenLastCalledWith({ key: "id", direction: "desc" });
  cleanup();
  renderTable({ rows: clips(2), onSortChange, sort: { key: "id", direction: "desc" } });
  await sortBy();
  expect(onSortChange).toHaveBeenLastCalledWith(undefined);
});

it("the data table lets the reader pick columns and remembers them", async () => {
  renderTable({ rows: clips(1), storageName: "clips" });
  expect(screen.queryByRole("columnheader", { name: "Seed" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Choose columns" }));
  expect((await screen.findByRole<HTMLInputElement>("checkbox", { name: "Clip" })).disabled).toBe(true);
  await userEvent.click(screen.getByRole("checkbox", { name: "Seed" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Frames" }));
  cleanup();
  renderTable({ rows: clips(1), storageName: "clips" });
  expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual(["Clip", "Seed"]);
});

it("the data table switches the density and remembers it", async () => {
  const { container } = renderTable({ rows: clips(1) });
  await userEvent.click(screen.getByRole("button", { name: "Switch to compact rows" }));
  expect(container.querySelector("[data-density=compact]")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Switch to comfortable rows" })).toBeTruthy();
});

it("the data table pages from 1, and a new size keeps the first row in sight", async () => {
  const onChange = vi.fn();
  renderTable({ rows: clips(10), paging: { page: 4, pageSize: 10, total: 3482, onChange } });
  const pager = screen.getByRole("navigation", { name: "Pages of Clips" });
  expect(within(pager).getByText("31–40 of 3,482")).toBeTruthy();
  await userEvent.click(within(pager).getByRole("button", { name: "Next page" }));
  expect(onChange).toHaveBeenLastCalledWith(5, 10);
  await userEvent.selectOptions(within(pager).getByRole("combobox", { name: "Rows per page" }), "30");
  expect(onChange).toHaveBeenLastCalledWith(2, 30);
  expect(screen.getByText("clip-0").closest("tr")?.getAttribute("aria-rowindex")).toBe("32");
});

it("the data table jumps to a page of the size that was just chosen, before the list has drawn it", async () => {
  const onChange = vi.fn();
  renderTable({ rows: clips(10), paging: { page: 1, pageSize: 50, total: 384, canJump: true, onChange } });
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Rows per page" }), "10");
  await userEvent.clear(screen.getByRole("textbox", { name: "Page" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Page" }), "999{Enter}");
  expect(onChange).toHaveBeenLastCalledWith(39, 10);
});

it("the data table shows skeletons while the first rows load, then what is empty", () => {
  renderTable({ isLoading: true });
  expect(grid().getAttribute("aria-busy")).toBe("true");
  expect(screen.queryByText("No clips yet")).toBeNull();
  cleanup();
  renderTable({});
  expect(screen.getByText("No clips yet")).toBeTruthy();
});

it("the data table keeps the rows when a refetch fails, and shows the error", async () => {
  const onRetry = vi.fn();
  renderTable({ rows: clips(3), error: new Error("no answer"), onRetry });
  expect(screen.getByText("clip-2")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toContain("may be out of date");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it("the data table shows the failure in place of rows it never had", () => {
  renderTable({ error: new Error("no answer") });
  expect(screen.getByRole("alert").textContent).toContain("no answer");
  expect(screen.queryByText("No clips yet")).toBeNull();
});
