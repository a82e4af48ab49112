import { expect, it } from "vitest";
import { contentDisposition } from "./content-disposition.ts";

it("the header names a saved file so that no name breaks the header", () => {
  expect(contentDisposition("attachment", "a b.mp4")).toBe(
    "attachment; filename=\"a b.mp4\"; filename*=UTF-8''a%20b.mp4",
  );
  expect(contentDisposition("attachment", '日"本\\\r\n%.mp4')).toBe(
    "attachment; filename=\"_______.mp4\"; filename*=UTF-8''%E6%97%A5%22%E6%9C%AC%5C%0D%0A%25.mp4",
  );
  expect(contentDisposition("inline", "it's (1)*.mp4")).toContain("filename*=UTF-8''it%27s%20%281%29%2A.mp4");
});
