import { connect } from "@lancedb/lancedb";
import { parquetWriteBuffer } from "hyparquet-writer";
import type { CatalogueStore } from "../../features/datasets/catalogue/catalogue-store.ts";
import type { BucketStorage } from "../../platform/s3/object-storage.ts";

/** The captions in a Parquet file and in a Lance table, `rows.parquet` and `rows.lance/` below a folder of the datasets bucket. */
export const putTableSets = async (
  {
    storage,
    catalogue,
  }: {
    readonly storage: Pick<BucketStorage, "bucket" | "putObject">;
    readonly catalogue: Pick<CatalogueStore, "storageOptions">;
  },
  folder: string,
  captions: readonly string[],
): Promise<void> => {
  const parquet = parquetWriteBuffer({ columnData: [{ name: "caption", data: [...captions], type: "STRING" }] });
  const contentType = "application/octet-stream";
  await storage.putObject(`${folder}rows.parquet`, Buffer.from(parquet), { contentType });
  const uri = `s3://${storage.bucket}/${folder.replace(/\/$/, "")}`;
  const database = await connect(uri, { storageOptions: catalogue.storageOptions });
  await database.createTable(
    "rows",
    captions.map((caption) => ({ caption })),
    { mode: "overwrite" },
  );
  database.close();
};
