import { type ApprovalHandler, payloadOf } from "../../approvals/index.ts";
import { lockConfigs } from "../settings.store.ts";
import type { ConfigDeps } from "../settings-deps.ts";
import type { Publication } from "./publication.ts";
import { applyPublication } from "./publish-config.ts";

/** Publishes a guarded key as it was requested; a draft that changed since is refused. */
export const publicationApprovals = ({ box, announce }: Pick<ConfigDeps, "box" | "announce">): ApprovalHandler => ({
  async lock(tx, row) {
    await lockConfigs(tx, [payloadOf<Publication>(row).change.key]);
  },
  approve: async (tx, row, context) => [await applyPublication(tx, box, context, payloadOf<Publication>(row).change)],
  afterApproval: announce,
});
