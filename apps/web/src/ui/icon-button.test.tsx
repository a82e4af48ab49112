import { ReloadOutlined } from "@ant-design/icons";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { IconButton } from "./icon-button.tsx";
import { renderPart } from "./testing/render.tsx";

afterEach(cleanup);

it("the icon button is found by its name and answers the keyboard", async () => {
  const onClick = vi.fn();
  renderPart(<IconButton name="Reload the list" icon={<ReloadOutlined />} onClick={onClick} />);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Reload the list" }));
  expect(onClick).toHaveBeenCalledOnce();
});
