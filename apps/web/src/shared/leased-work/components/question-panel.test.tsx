import { fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { QuestionPanel } from "./question-panel.tsx";

const PANEL_PX = 100;
const QUESTION_PX = 40;

/** Four questions below each other in a panel in which two of them fit. */
const Panel = () => (
  <QuestionPanel className="panel">
    {[0, 1, 2, 3].map((place) => (
      <fieldset key={place} data-question={place}>
        <input aria-label={`question ${place}`} />
      </fieldset>
    ))}
  </QuestionPanel>
);

const scroll = (): void => {
  const panel = document.querySelector(".panel");
  if (panel) fireEvent.scroll(panel);
};

const drawn = (scrolledPx: () => number): void => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const place = this.getAttribute("data-question");
    return { bottom: place === null ? PANEL_PX : (Number(place) + 1) * QUESTION_PX - scrolledPx() } as DOMRect;
  });
};

beforeAll(() => i18next.loadNamespaces("leasedWork"));

describe("the sign for more questions", () => {
  it("counts the questions below the edge, leads to the first of them, and leaves at the end", () => {
    let scrolledPx = 0;
    drawn(() => scrolledPx);
    render(<Panel />);
    fireEvent.click(screen.getByRole("button", { name: "2 more questions below" }));
    expect(document.activeElement).toBe(screen.getByLabelText("question 2"));
    scrolledPx = 20;
    scroll();
    expect(screen.getByRole("button", { name: "1 more question below" })).toBeDefined();
    scrolledPx = 60;
    scroll();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
