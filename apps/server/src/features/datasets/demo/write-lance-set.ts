import { Bool, Field, FixedSizeList, Float32, Float64, Int32, Schema, Utf8 } from "apache-arrow";
import type { CatalogueStore } from "../catalogue/catalogue-store.ts";
import { type DemoItem, metadataOf } from "./demo-media.ts";
import { EMBEDDING_SIZE } from "./demo-samples.rules.ts";
import { clipPathOf } from "./write-table-sets.ts";

const TABLE = "clips";

const clipsSchema = () =>
  new Schema([
    new Field("id", new Utf8(), false),
    new Field("uri", new Utf8(), false),
    new Field("caption", new Utf8(), true),
    new Field("aesthetic", new Float32(), true),
    new Field("motion", new Float64(), true),
    new Field("source", new Utf8(), true),
    new Field("licence", new Utf8(), true),
    new Field("camera_move", new Utf8(), true),
    new Field("scene_id", new Int32(), true),
    new Field("has_text", new Bool(), true),
    new Field("embedding", new FixedSizeList(EMBEDDING_SIZE, new Field("item", new Float32(), true)), true),
  ]);

/** Writes a Lance table with two fragments, whose rows reference clips in the same bucket. */
export const writeLanceTable = async (
  store: Pick<CatalogueStore, "storageOptions">,
  folderUri: string,
  items: readonly DemoItem[],
): Promise<void> => {
  const { connect, makeArrowTable } = await import("@lancedb/lancedb");
  const database = await connect(folderUri, { storageOptions: store.storageOptions });
  const rows = items.map((item) => ({
    ...metadataOf(item),
    uri: `${folderUri}/${clipPathOf(item)}`,
    embedding: [...item.embedding],
  }));
  const schema = clipsSchema();
  const half = rows.length >> 1;
  const table = await database.createTable(TABLE, makeArrowTable(rows.slice(0, half), { schema }), {
    mode: "overwrite",
  });
  await table.add(makeArrowTable(rows.slice(half), { schema }));
  table.close();
  database.close();
};
