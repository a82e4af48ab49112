import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { renderPart } from "../testing/render.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { useUrlFilters } from "./use-url-filters.ts";

afterEach(cleanup);

const schema = z.object({
  q: z.string().default(""),
  status: z.preprocess(
    (raw) => (raw === undefined || Array.isArray(raw) ? raw : [raw]),
    z.array(z.enum(["Init", "Finished"])).default([]),
  ),
});

const Tasks = () => {
  const filters = useUrlFilters(schema);
  return (
    <>
      <FilterBar
        filters={filters}
        searchKey="q"
        searchLabel="Name or owner"
        fields={[
          {
            key: "status",
            label: "Status",
            isMany: true,
            options: [
              { value: "Init", label: "Not begun" },
              { value: "Finished", label: "Finished" },
            ],
          },
        ]}
      />
      <output aria-label="address">{useLocation().search}</output>
    </>
  );
};

const address = (): string => screen.getByLabelText("address").textContent ?? "";

it("the filter bar sets, shows, removes and clears filters through the address", async () => {
  renderPart(<Tasks />);
  await userEvent.click(screen.getByRole("button", { name: "Status" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Not begun" }));
  expect(address()).toBe("?status=Init");
  expect(screen.getByRole("button", { name: "Status: Not begun" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove the filter Status" }));
  expect(address()).toBe("");
  expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
});

it("the filter bar writes the search after the typing rests, and clears everything", async () => {
  renderPart(<Tasks />, { at: "/?status=Init" });
  await userEvent.type(screen.getByRole("searchbox", { name: "Name or owner" }), "cat");
  await waitFor(() => expect(address()).toBe("?status=Init&q=cat"));
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(address()).toBe("");
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
});

it("the filter bar closes the choices on Escape and gives the focus back", async () => {
  renderPart(<Tasks />);
  const chip = screen.getByRole("button", { name: "Status" });
  chip.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Not begun" })));
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(chip);
});
