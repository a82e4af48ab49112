// Assets: clips, pictures and other files in object storage, and the folders they lie in. Answers "Static sources".
// Split by who calls: whoever uploads, and those who manage the library.
import type { assetsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/routing/register-routes.ts";
import type { AssetsDeps } from "./assets-deps.ts";
import { libraryHandlers } from "./catalog/library.routes.ts";
import { folderHandlers } from "./folders/folder.routes.ts";
import { uploadHandlers } from "./uploads/upload.routes.ts";

export const assetsHandlers = (deps: AssetsDeps): Handlers<typeof assetsRoutes> => ({
  ...uploadHandlers(deps),
  ...libraryHandlers(deps),
  ...folderHandlers(deps),
});
