import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { renderPart } from "../testing/render.tsx";
import { STATUS_TONES, StatusTag } from "./status-tag.tsx";

afterEach(cleanup);

it.each(STATUS_TONES)("the status tag says %s with an icon and a word", (tone) => {
  renderPart(<StatusTag tone={tone}>Generating</StatusTag>);
  const tag = screen.getByText("Generating");
  expect(tag.querySelector("svg")).toBeTruthy();
  expect(tag.textContent).toBe("Generating");
});
