import { type CreateTaskBody, isExternalRole, isPermissionCode } from "@dailies/contract";
import type { Actor } from "../../actor.ts";
import { listUsablePerformers } from "../performers/index.ts";
import { createTask, findTaskByRequest, type TasksDeps } from "../tasks/index.ts";

const SAMPLE_KEY = "019a0000-0000-7000-8000-00000000d001";

const described = (requestKey: string, name: string, description: string, tags: string[]) => ({
  request_key: requestKey,
  name,
  description,
  tags,
});

const SAMPLE = described(
  SAMPLE_KEY,
  "Eight hard prompts, three settings",
  "One prompt for each thing that video models find hard. Ready to generate.",
  ["sample", "t2v"],
);

const otherTasks = (sampleId: string): CreateTaskBody[] => [
  {
    kind: "Benchmark",
    is_sample: false,
    ...described(
      "019a0000-0000-7000-8000-00000000d002",
      "Camera moves",
      "Dolly, crane, orbit: rows are still to come.",
      ["camera"],
    ),
  },
  {
    kind: "DataProcessing",
    source: "Kitchen clips",
    output: "Kitchen clips, captioned",
    ...described("019a0000-0000-7000-8000-00000000d003", "Caption the kitchen clips", "", ["captions"]),
  },
  {
    kind: "Evaluation",
    sources: [{ task_id: sampleId, column_ids: [] }],
    ...described("019a0000-0000-7000-8000-00000000d004", "Blind look at the eight prompts", "", ["sample"]),
  },
];

export type DemoOwner = Pick<Actor, "username" | "realname" | "role" | "codes" | "customFlags" | "isPasswordSet"> & {
  readonly id: string;
};

/** The owner as a signed-in actor. */
const asActor = ({ id, ...owner }: DemoOwner, now: Date): Actor => ({
  ...owner,
  userId: id,
  isExternal: isExternalRole(owner.role),
  permissions: new Set(owner.codes.filter(isPermissionCode)),
  hasSecondFactor: false,
  sessionId: "",
  signedInAt: now,
});

/** Creates demo tasks for trying out the console, without generating anything. Returns how many are new. */
export const provisionDemoTasks = async (deps: TasksDeps, owner: DemoOwner, requestId: string): Promise<number> => {
  const at = deps.clock();
  const actor = asActor(owner, at);
  const context = { actor, requestId, at };
  const isMade = async (requestKey: string): Promise<boolean> =>
    (await findTaskByRequest(deps.db, owner.id, requestKey)) !== undefined;
  if (await isMade(SAMPLE_KEY)) return 0;
  const is_sample = (await listUsablePerformers(deps.db, actor)).some(({ kind }) => kind === "model");
  const sampleId = await createTask(deps, context, { kind: "Benchmark", is_sample, ...SAMPLE });
  const others = otherTasks(sampleId);
  for (const body of others) await createTask(deps, context, body);
  return 1 + others.length;
};
