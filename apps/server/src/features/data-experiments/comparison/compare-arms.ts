import type { ArmComparison } from "@dailies/contract";
import { appendSamples, type ComparedSample, withComparedLists } from "../../packages/index.ts";
import { listArms } from "../arms/arm.store.ts";
import { type CompareArmsDeps, openArm } from "./arm-samples.ts";
import { chooseMeasures } from "./comparison.rules.ts";
import { beginComparison, finishComparison } from "./comparison.store.ts";

/** Reads the samples of an arm and of the first one, and stores what differs. A retry starts over. */
export const compareArms = async (deps: CompareArmsDeps, id: string, signal: AbortSignal): Promise<void> => {
  const begun = await beginComparison(deps.db, id);
  if (!begun) return;
  const arms = await listArms(deps.db, begun.experimentId);
  const [armRow, baseRow] = [begun.position, 1].map((position) => arms.find((each) => each.position === position));
  if (!(armRow && baseRow)) throw new Error(`the comparison ${id} has no arms`);
  const [arm, base] = [await openArm(deps, armRow), await openArm(deps, baseRow)];
  const hasContent = arm.hasContent && base.hasContent;
  const measures = chooseMeasures(arm.measures, base.measures);
  const wanted = { measures, listed: "scattered", samples: arm.samples + base.samples } as const;
  const result = await withComparedLists(deps, wanted, async (lists) => {
    for (const [side, opened] of [
      ["package", arm],
      ["against", base],
    ] as const) {
      const samples = opened.read(measures, signal);
      await appendSamples(lists, side, hasContent ? samples : byKeyOnly(samples));
    }
    const { same, added, removed, changed, histograms } = await lists.compare();
    return {
      both: same + changed.items,
      changed: hasContent ? changed.items : null,
      only_arm: added,
      only_base: removed,
      arm_duration_s: await lists.durationOf("package"),
      base_duration_s: await lists.durationOf("against"),
      histograms: histograms.map(({ counts, against_counts: others, ...rest }) => ({
        ...rest,
        arm_counts: counts,
        base_counts: others,
      })),
    } satisfies NonNullable<ArmComparison["result"]>;
  });
  await finishComparison(deps.db, id, { result, at: deps.clock() });
};

/** A view knows nothing of what a package made of its items, so that only keys can be compared. */
async function* byKeyOnly(batches: AsyncIterable<readonly ComparedSample[]>): AsyncGenerator<ComparedSample[]> {
  for await (const batch of batches) yield batch.map((sample) => ({ ...sample, fingerprint: 0n }));
}
