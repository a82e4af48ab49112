// Assets: clips, images and other files in object storage, and their folders. Implements "Static sources".
// Split by caller: uploaders, those who choose an input, and those who manage the library.
import type { assetsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { AssetsDeps } from "./assets-deps.ts";
import { libraryHandlers } from "./catalog/library.routes.ts";
import { folderHandlers } from "./folders/folder.routes.ts";
import { uploadHandlers } from "./uploads/upload.routes.ts";
import { usableHandlers } from "./usable/usable.routes.ts";

export const assetsHandlers = (deps: AssetsDeps): Handlers<typeof assetsRoutes> => ({
  ...uploadHandlers(deps),
  ...usableHandlers(deps),
  ...libraryHandlers(deps),
  ...folderHandlers(deps),
});
