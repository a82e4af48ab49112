import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aFacet } from "../testing/an-item.ts";
import { bodiesOf, grid, inAddress, openItems } from "../testing/open-items.ts";

const whereBox = (): HTMLElement => screen.getByRole("textbox", { name: "Filter as text" });
const ready = async (): Promise<void> => {
  await within(await grid()).findByText("a fox runs, take 0");
};

it("the item filter shows a fault where it is while it is typed, and asks only for what reads well", async () => {
  const { user, sent, router } = openItems();
  await ready();
  const asked = bodiesOf(sent, "listItems").length;
  await user.type(whereBox(), "fps >= 24 AND AND");
  expect(await screen.findByText(/the name of a column is expected here/i)).toBeTruthy();
  expect(document.querySelector("mark")?.textContent).toBe("AND");
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(bodiesOf(sent, "listItems").length).toBe(asked);
  await user.clear(whereBox());
  await user.type(whereBox(), "nosuch = 1");
  expect(await screen.findByText(/there is no column nosuch/)).toBeTruthy();
  await user.clear(whereBox());
  await user.type(whereBox(), "fps>=24 and source in ('web'){Enter}");
  await waitFor(() => expect(bodiesOf(sent, "listItems").at(-1)?.where).toBe("fps >= 24 AND source IN ('web')"));
  expect(inAddress(router, "where")).toBe("fps>=24 and source in ('web')");
});

it("the item filter shows the text as chips, and a chip that is removed leaves the text", async () => {
  const { user, router } = openItems("&where=fps%20%3E%3D%2024%20AND%20(codec%20%3D%20'a'%20OR%20width%20%3C%205)");
  await ready();
  const chips = screen.getByRole("region", { name: "Filters" });
  expect(within(chips).getByText("≥ 24")).toBeTruthy();
  expect(within(chips).getByText("codec = 'a' OR width < 5")).toBeTruthy();
  await user.click(within(chips).getByRole("button", { name: /^fps:/ }));
  const value = await screen.findByRole("textbox", { name: "Value" });
  await user.clear(value);
  await user.type(value, "30{Enter}");
  await waitFor(() => expect(inAddress(router, "where")).toBe("fps >= 30 AND (codec = 'a' OR width < 5)"));
  expect(whereBox().getAttribute("value")).toBe("fps >= 30 AND (codec = 'a' OR width < 5)");
});

it("the item filter filters by brushing a histogram with the pointer and with the keys", async () => {
  const { user, router } = openItems();
  await ready();
  const card = await screen.findByRole("region", { name: "aesthetic" });
  const lower = await within(card).findByRole("slider", { name: "Minimum of aesthetic" });
  lower.focus();
  await user.keyboard("{ArrowRight}");
  await waitFor(() => expect(inAddress(router, "where")).toBe("aesthetic >= 10"));
  await within(await screen.findByRole("region", { name: "Filters" })).findByText("≥ 10");
  within(card).getByRole("slider", { name: "Maximum of aesthetic" }).focus();
  await user.keyboard("{ArrowLeft}");
  await waitFor(() => expect(inAddress(router, "where")).toBe("aesthetic >= 10 AND aesthetic < 30"));
  const plot = card.querySelector<HTMLElement>('[data-field="aesthetic"]') as HTMLElement;
  plot.getBoundingClientRect = () => ({
    left: 0,
    width: 400,
    right: 400,
    top: 0,
    bottom: 50,
    height: 50,
    x: 0,
    y: 0,
    toJSON: () => "",
  });
  fireEvent.pointerDown(plot, { button: 0, clientX: 110, pointerId: 1 });
  fireEvent.pointerMove(plot, { clientX: 250, pointerId: 1 });
  fireEvent.pointerUp(plot, { clientX: 250, pointerId: 1 });
  await waitFor(() => expect(inAddress(router, "where")).toBe("aesthetic >= 10 AND aesthetic < 30"));
  fireEvent.pointerDown(plot, { button: 0, clientX: 210, pointerId: 2 });
  fireEvent.pointerUp(plot, { clientX: 399, pointerId: 2 });
  await waitFor(() => expect(inAddress(router, "where")).toBe("aesthetic >= 20"));
});

it("the item filter chooses values, true or false, words and missing ones in the rail", async () => {
  const { user, router } = openItems();
  await ready();
  const source = await screen.findByRole("region", { name: "source" });
  await user.click(await within(source).findByRole("checkbox", { name: /web/ }));
  await waitFor(() => expect(inAddress(router, "where")).toBe("source = 'web'"));
  await user.click(await within(source).findByRole("checkbox", { name: /stock/ }));
  await waitFor(() => expect(inAddress(router, "where")).toBe("source IN ('web', 'stock')"));
  expect(within(source).getByText("20.0 % null")).toBeTruthy();
  await user.click(within(source).getByRole("button", { name: "exclude null" }));
  await waitFor(() => expect(inAddress(router, "where")).toBe("source IN ('web', 'stock') AND source IS NOT NULL"));
  const safe = screen.getByRole("region", { name: "is_safe" });
  await user.click(await within(safe).findByRole("checkbox", { name: /true/ }));
  await waitFor(() => expect(inAddress(router, "where")).toContain("is_safe = true"));
  const long = screen.getByRole("region", { name: "long_caption" });
  await user.type(await within(long).findByRole("textbox", { name: "Contains…" }), "dog{Enter}");
  await waitFor(() => expect(inAddress(router, "where")).toContain("long_caption CONTAINS 'dog'"));
});

it("the item filter says that values are searched, that the search failed, and only then that there are none", async () => {
  let refuse: number | undefined = 500;
  const { user } = openItems("", {
    answers: {
      "datasets.facetItems": ({ body }) => ({
        reply: {
          facets: (body as { fields: string[] }).fields.map((field) =>
            field === "source" ? { ...aFacet(field), distinct: 12 } : aFacet(field),
          ),
          total: 20,
          full_total: 20,
          version: 1,
          total_exact: true,
          partial: false,
          timed_out: false,
          scanned: 20,
          took_ms: 1,
        },
      }),
      "datasets.searchValues": () => (refuse ? { refuse, detail: "no answer" } : { reply: { values: [] } }),
    },
  });
  await ready();
  const source = await screen.findByRole("region", { name: "source" });
  await user.type(await within(source).findByRole("textbox", { name: "Search source" }), "zz{Enter}");
  expect(await within(source).findByText("The values could not be searched")).toBeTruthy();
  expect(within(source).queryByText("No value starts with this")).toBeNull();
  refuse = undefined;
  await user.click(within(source).getByRole("button", { name: "Try again" }));
  expect(await within(source).findByText("No value starts with this")).toBeTruthy();
});

it("the item filter does not ask with an address whose filter cannot be read", async () => {
  const { sent } = openItems("&where=fps%20%3D%3D");
  expect(await screen.findByText("Invalid filter")).toBeTruthy();
  expect(bodiesOf(sent, "listItems")).toEqual([]);
  expect(bodiesOf(sent, "facetItems")).toEqual([]);
});
