import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { renderPart } from "../testing/render.tsx";
import { useUrlFilters } from "./use-url-filters.ts";

afterEach(cleanup);

const listOf = (values: [string, ...string[]]) =>
  z.preprocess((raw) => (raw === undefined || Array.isArray(raw) ? raw : [raw]), z.array(z.enum(values)).default([]));

const schema = z.object({
  q: z.string().default(""),
  status: listOf(["Init", "Finished"]),
  page: z.coerce.number().int().positive().default(1),
});

const Probe = () => {
  const { values, set, clear, changed } = useUrlFilters(schema);
  const { search } = useLocation();
  return (
    <>
      <output aria-label="values">{JSON.stringify(values)}</output>
      <output aria-label="changed">{changed.join()}</output>
      <output aria-label="address">{search}</output>
      <button type="button" onClick={() => set({ status: ["Init", "Finished"] })}>
        both
      </button>
      <button type="button" onClick={() => set({ page: 3 })}>
        third
      </button>
      <button type="button" onClick={() => set({ q: "" })}>
        empty
      </button>
      <button
        type="button"
        onClick={() => {
          set({ q: "cat" });
          set(({ status }) => ({ status: [...status, "Init"] }));
          set(({ status }) => ({ status: [...status, "Finished"] }));
        }}
      >
        thrice
      </button>
      <button type="button" onClick={clear}>
        clear
      </button>
    </>
  );
};

const text = (name: string): string => screen.getByLabelText(name).textContent ?? "";
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole("button", { name }));

it("useUrlFilters reads typed values, a lone list item and defaults", () => {
  renderPart(<Probe />, { at: "/tasks?q=cat&status=Init&page=2" });
  expect(JSON.parse(text("values"))).toEqual({ q: "cat", status: ["Init"], page: 2 });
  expect(text("changed")).toBe("q,status,page");
});

it("useUrlFilters forgets none of several changes before it is drawn again", async () => {
  renderPart(<Probe />, { at: "/tasks" });
  await press("thrice");
  expect(text("address")).toBe("?q=cat&status=Init&status=Finished");
  await press("empty");
  expect(text("address")).toBe("?status=Init&status=Finished");
});

it("useUrlFilters takes a value that does not fit as absent", () => {
  renderPart(<Probe />, { at: "/tasks?status=Nonsense&page=-4" });
  expect(JSON.parse(text("values"))).toEqual({ q: "", status: [], page: 1 });
});

it("useUrlFilters writes lists as repeated keys, goes back to the first page and keeps what others wrote", async () => {
  renderPart(<Probe />, { at: "/tasks?id=7&page=4" });
  await press("both");
  expect(text("address")).toBe("?id=7&status=Init&status=Finished");
  await press("third");
  expect(text("address")).toBe("?id=7&status=Init&status=Finished&page=3");
  await press("clear");
  expect(text("address")).toBe("?id=7");
});

it("useUrlFilters leaves defaults out of the address", async () => {
  renderPart(<Probe />, { at: "/tasks?q=cat" });
  await press("empty");
  expect(text("address")).toBe("");
});
