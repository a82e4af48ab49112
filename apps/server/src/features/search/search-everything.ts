import {
  type Access,
  allows,
  assetsRoutes,
  creditsRoutes,
  datasetsRoutes,
  packagesRoutes,
  SEARCH_KINDS,
  type SearchHit,
  type SearchKind,
  settingsRoutes,
  tasksRoutes,
  usersRoutes,
} from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import type { Db } from "../../platform/db/database.ts";
import { searchNames } from "./search.store.ts";

/** Whoever may read the list of a kind finds its members, so the two can never differ. */
const LIST_ACCESS: Record<SearchKind, Access> = {
  task: tasksRoutes.listTasks.access,
  dataset: datasetsRoutes.listDatasets.access,
  package: packagesRoutes.listPackages.access,
  asset: assetsRoutes.listAssets.access,
  console_user: usersRoutes.listUsers.access,
  end_user: creditsRoutes.searchEndUsers.access,
  setting: settingsRoutes.listConfigs.access,
};

export interface SearchDeps {
  readonly db: Db;
  readonly isFineGrained: () => boolean;
}

export const searchEverything = async (
  { db, isFineGrained }: SearchDeps,
  actor: Actor,
  query: string,
): Promise<readonly SearchHit[]> => {
  const words = query.normalize("NFC").trim();
  const kinds = SEARCH_KINDS.filter((kind) => allows(actor, LIST_ACCESS[kind], isFineGrained()));
  return words === "" || kinds.length === 0 ? [] : searchNames(db, kinds, actor, words);
};
