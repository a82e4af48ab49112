import { z } from "zod";

/** A variable with several values, separated by commas. */
export const list = z.string().transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);
