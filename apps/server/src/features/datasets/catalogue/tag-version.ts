import { DomainError } from "../../../errors.ts";
import { auditActor, type RequestContext } from "../../../request-context.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { datasetSubject, lockToChange } from "../dataset-access.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";
import { countTags, hasVersion, putTag, removeTag } from "../version.store.ts";

const MAX_TAGS = 100;

export interface VersionTag {
  readonly id: string;
  readonly tag: string;
  /** Null removes the tag. */
  readonly version: number | null;
}

/** A tag names one version at a time. */
export const tagVersion = (
  { db }: Pick<DatasetsDeps, "db">,
  context: RequestContext,
  { id, tag, version }: VersionTag,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockToChange(tx, context, id);
    if (version === null) {
      if (!(await removeTag(tx, id, tag))) throw new DomainError("not_found", `no version is called '${tag}'`);
    } else {
      if (!(await hasVersion(tx, id, version))) throw new DomainError("not_found", `there is no version ${version}`);
      if ((await countTags(tx, id)) >= MAX_TAGS) throw new DomainError("conflict", `${MAX_TAGS} names are enough`);
      await putTag(tx, id, tag, version);
    }
    const meta = { tag, version };
    await recordOperation(tx, auditActor(context), { opType: "Tag_dataset", subjects: [datasetSubject(id)], meta });
  });
