import { withHeartbeat } from "../../../../platform/temporal/with-heartbeat.ts";
import { askModel, type ModelPrefillDeps } from "./ask-model.ts";

/** Five heartbeats fit into the heartbeat timeout. */
const HEARTBEAT = { everyMs: 4_000 };

export const askModelActivities = (deps: ModelPrefillDeps) => ({
  /** Idempotent: a retry goes on after the last answer. Returns false when there is nothing more to ask. */
  async askLabelModel({ prefillId }: { readonly prefillId: string; readonly requestId: string }): Promise<boolean> {
    return withHeartbeat(HEARTBEAT, (signal) => askModel(deps, prefillId, signal));
  },
});

export type ModelPrefillActivities = ReturnType<typeof askModelActivities>;
