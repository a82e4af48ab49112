/** A first proposal: the last folder or file of an address without its ending. */
export const nameFrom = (uri: string): string => {
  const parts = uri
    .replace(/^s3:\/\//, "")
    .split("/")
    .filter((part) => part !== "" && part !== "index.json");
  const last = parts.at(-1) ?? "";
  return last.replace(/\.(tar|parquet|lance|jsonl|csv)$/, "").slice(0, 200);
};
