import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { openViewer } from "../testing/open-viewer.tsx";

const addressed = (hasRanges: boolean) => ({
  "viewer.addressShard": () => ({
    reply: {
      url: "https://media.test/shard",
      bytes: 1_000,
      has_ranges: hasRanges,
      expires_at: "2027-01-01T00:00:00Z",
    },
  }),
});

it("the code dialog shows a byte range of the shard where there is one", async () => {
  const { user } = openViewer("&i=7&panel=code", addressed(true));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByText("curl -r"));
  expect(await dialog.findByText(/curl -r 1000-2999 .*media\.test/)).toBeTruthy();
});

it("the code dialog shows the API call where the sample is no byte range of an object", async () => {
  const { user } = openViewer("&i=7&column=video&panel=code", addressed(false));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByText("curl -r"));
  const code = await dialog.findByText(/\/blob\/7\/video/);
  expect(code.textContent).not.toContain("media.test");
  expect(code.textContent).toMatch(/'http.*\/api_v1\/sdv\//);
  expect(dialog.getByText(/no byte range of its own/)).toBeTruthy();
});
