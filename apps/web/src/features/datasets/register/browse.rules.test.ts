import { expect, it } from "vitest";
import { aProfile } from "../testing/a-dataset.ts";
import { folderOf, nameFrom, parentOf, profileOf } from "./browse.rules.ts";

it("the storage browser stays inside the place while it goes up", () => {
  expect(folderOf("s3://films/raw/index.json")).toBe("s3://films/raw/");
  expect(parentOf("s3://films/raw/night/", "s3://films/raw/")).toBe("s3://films/raw/");
  expect(parentOf("s3://films/raw/", "s3://films/raw/")).toBeUndefined();
});

it("the storage browser finds the closest of several places", () => {
  const wide = aProfile(1, { bucket: "films" });
  const close = aProfile(2, { bucket: "films", prefix: "raw/" });
  expect(profileOf("s3://films/raw/night/", [wide, close])?.id).toBe(close.id);
  expect(profileOf("s3://films/cut/", [wide, close])?.id).toBe(wide.id);
  expect(profileOf("s3://other/", [wide, close])).toBeUndefined();
});

it("the storage browser proposes the last folder as a name", () => {
  expect(nameFrom("s3://films/raw/night-drive/index.json")).toBe("night-drive");
  expect(nameFrom("s3://films/clips.lance/")).toBe("clips");
  expect(nameFrom("s3://films")).toBe("films");
});
