import { DomainError } from "../../../errors.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { RequestContext } from "../../../request-context.ts";
import { addAssetReference, removeAssetReference } from "../../assets/index.ts";
import { examplesOf } from "../dimension.rules.ts";
import type { Asked } from "../dimension.store.ts";
import type { DimensionsDeps } from "../dimensions-deps.ts";

const KIND = "dimension";

interface Examples {
  readonly id: string;
  readonly version: number;
  readonly asked: Asked;
  /** The previous content of the same version. */
  readonly before?: Asked | undefined;
}

/**
 * Every rater sees the examples, so the author must be able to read them. They are retained as long as the version exists.
 */
export const keepExamples = async (
  { readableHashes }: Pick<DimensionsDeps, "readableHashes">,
  tx: Tx,
  { actor }: RequestContext,
  { id, version, asked, before }: Examples,
): Promise<void> => {
  const wanted = examplesOf(asked);
  const had = before ? examplesOf(before) : [];
  const added = wanted.filter((assetId) => !had.includes(assetId));
  const readable = added.length > 0 ? await readableHashes(tx, actor, added) : new Map<string, string>();
  const unknown = added.find((assetId) => !readable.has(assetId));
  if (unknown !== undefined)
    throw new DomainError("not_found", `there is no asset ${unknown} that could be shown as an example`);
  const refId = `${id}@${version}`;
  for (const assetId of added.toSorted())
    await addAssetReference(tx, { assetId, kind: KIND, refId, label: asked.name });
  for (const assetId of had.filter((one) => !wanted.includes(one)))
    await removeAssetReference(tx, { assetId, kind: KIND, refId });
};

export const releaseExamples = async (
  tx: Tx,
  id: string,
  versions: readonly { readonly version: number; readonly asked: Pick<Asked, "rubric"> }[],
): Promise<void> => {
  for (const { version, asked } of versions)
    for (const assetId of examplesOf(asked))
      await removeAssetReference(tx, { assetId, kind: KIND, refId: `${id}@${version}` });
};
