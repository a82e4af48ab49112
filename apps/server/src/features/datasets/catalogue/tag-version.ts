import { DomainError } from "../../../errors.ts";
import { recordOperation } from "../../operation-log/index.ts";
import { byOf, type DatasetBy, datasetSubject, lockToChange } from "../dataset-by.ts";
import type { DatasetsDeps } from "../datasets-deps.ts";
import { countTags, hasVersion, putTag, removeTag } from "../version.store.ts";

const MAX_TAGS = 100;

export interface VersionTag {
  readonly id: string;
  readonly tag: string;
  /** Null takes the name away. */
  readonly version: number | null;
}

/** A name stands for one version at a time. */
export const tagVersion = (
  { db }: Pick<DatasetsDeps, "db">,
  by: DatasetBy,
  { id, tag, version }: VersionTag,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockToChange(tx, by, id);
    if (version === null) {
      if (!(await removeTag(tx, id, tag))) throw new DomainError("not_found", `no version is called '${tag}'`);
    } else {
      if (!(await hasVersion(tx, id, version))) throw new DomainError("not_found", `there is no version ${version}`);
      if ((await countTags(tx, id)) >= MAX_TAGS) throw new DomainError("conflict", `${MAX_TAGS} names are enough`);
      await putTag(tx, id, tag, version);
    }
    const meta = { tag, version };
    await recordOperation(tx, byOf(by), { opType: "Tag_dataset", subjects: [datasetSubject(id)], meta });
  });
