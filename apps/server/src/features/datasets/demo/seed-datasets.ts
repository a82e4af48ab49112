import { isExternalRole, isPermissionCode } from "@dailies/contract";
import type { Actor } from "../../../actor.ts";
import { createDataset } from "../catalogue/create-dataset.ts";
import { findDatasetByRequest } from "../dataset.store.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";
import { withMedia } from "./demo-media.ts";
import { makeSamples } from "./demo-samples.rules.ts";
import { DEMO_SETS, type DemoSet, keptFolder, storeSet } from "./demo-sets.ts";
import { renderClips } from "./render-clips.ts";

export type DemoDatasetOwner = Pick<
  Actor,
  "username" | "realname" | "role" | "codes" | "customFlags" | "isPasswordSet"
> & { readonly id: string };

export interface SeedInput {
  readonly samples: number;
  /** The folder of the datasets bucket for all sets, with a trailing slash. */
  readonly root: string;
  /** The registering user; without one, the sets are stored but not registered. */
  readonly owner: DemoDatasetOwner | undefined;
  readonly requestId: string;
  readonly say: (line: string) => void;
}

/** The owner as a signed-in actor. */
const asActor = ({ id, ...owner }: DemoDatasetOwner, now: Date): Actor => ({
  ...owner,
  userId: id,
  isExternal: isExternalRole(owner.role),
  permissions: new Set(owner.codes.filter(isPermissionCode)),
  hasSecondFactor: false,
  sessionId: "",
  signedInAt: now,
});

const register = async (
  deps: DatasetsDeps,
  input: SeedInput,
  owner: DemoDatasetOwner,
  demo: DemoSet,
): Promise<boolean> => {
  if (await findDatasetByRequest(deps.db, owner.id, demo.requestKey)) return false;
  const at = deps.clock();
  const context = { actor: asActor(owner, at), requestId: input.requestId, at };
  const { name, description, tags, requestKey } = demo;
  const uri = `s3://${deps.storage.bucket}/${input.root}${demo.path}`;
  await createDataset(deps, context, { uri, name, description, tags, requestKey });
  return true;
};

/** Renders, writes and registers the demo datasets; existing ones stay unchanged. */
export const seedDatasets = async (deps: DatasetsDeps, input: SeedInput): Promise<void> => {
  const clips = await renderClips(deps.storage, keptFolder(input.root));
  input.say(`${clips.length} clips are drawn`);
  const items = withMedia(
    makeSamples(input.samples, (clip) => clips[clip]?.thing ?? "square"),
    clips,
  );
  for (const demo of DEMO_SETS) {
    const files = await storeSet({ ...deps, root: input.root }, demo, items);
    const isNew = input.owner !== undefined && (await register(deps, input, input.owner, demo));
    const stored = files === 0 ? "was there" : `${files} objects`;
    input.say(`${demo.name}: ${stored}${isNew ? ", registered" : ""}`);
  }
};
