import { findDataset, setPin } from "../dataset.store.ts";
import { noDataset } from "../dataset-by.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";

/** One's own order of a list: nobody else sees it, so the history does not tell it. */
export const pinDataset = async (
  { db }: Pick<DatasetsDeps, "db">,
  userId: string,
  { id, isPinned }: { readonly id: string; readonly isPinned: boolean },
): Promise<void> => {
  if (!(await findDataset(db, id))) throw noDataset();
  await setPin(db, userId, id, isPinned);
};
