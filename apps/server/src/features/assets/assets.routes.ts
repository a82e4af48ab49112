// Assets: clips, pictures and other files in object storage, and the folders they lie in. Answers "Static sources".
// Split by who calls: whoever uploads, and those who manage the library.
import type { assetsRoutes } from "@dailies/contract";
import type { Handlers } from "../../http/register-routes.ts";
import type { AssetsDeps } from "./assets-deps.ts";
import { folderHandlers } from "./folder.routes.ts";
import { libraryHandlers } from "./library.routes.ts";
import { uploadHandlers } from "./upload.routes.ts";

export const assetsHandlers = (deps: AssetsDeps): Handlers<typeof assetsRoutes> => ({
  ...uploadHandlers(deps),
  ...libraryHandlers(deps),
  ...folderHandlers(deps),
});
