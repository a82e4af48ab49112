// Labels of a task as columns of its dataset version, written by the worker.
// Implements our addition to /label/task/list.
import type { labelExportRoutes } from "@dailies/contract";
import type { Handlers } from "../../../http/routing/register-routes.ts";
import { listColumnSetsOfTask, toColumnSet } from "../../datasets/index.ts";
import type { LabellingDeps } from "../labelling-deps.ts";
import { requireLabelTask } from "../tasks/require-label-task.ts";
import { createLabelSnapshot } from "./create-label-snapshot.ts";

type Calls = Pick<Handlers<typeof labelExportRoutes>, "createLabelSnapshot" | "listLabelSnapshots">;

export const labelSnapshotHandlers = ({ db }: LabellingDeps): Calls => ({
  async createLabelSnapshot({ params, body, context }) {
    const { as_of: asOf, request_key: requestKey, ...form } = body;
    const input = { ...form, taskId: params.id, asOf: asOf === undefined ? undefined : new Date(asOf), requestKey };
    return toColumnSet(await createLabelSnapshot(db, context, input));
  },
  async listLabelSnapshots({ params, actor }) {
    await requireLabelTask(db, actor, params.id);
    const items = (await listColumnSetsOfTask(db, params.id)).map(toColumnSet);
    return { items, total: items.length };
  },
});
