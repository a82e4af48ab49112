import { CODECS } from "@dailies/formats/inflate";
import { inflate } from "../../../../apps/server/src/platform/sandbox/inflate.ts";
import { readGoldenFiles } from "../../../formats/golden-sets.ts";
import { fileOf, type Subject } from "../subject.ts";

const MOST_BYTES = 1_048_576;

/** The name selects the codec, like the name of a shard. */
export const codecSubjects: readonly Subject[] = CODECS.map((codec) => ({
  name: `inflate ${codec}`,
  sets: async () =>
    [...readGoldenFiles(codec)]
      .filter(([name]) => name.endsWith(`.${codec}`))
      .map(([, bytes]) => new Map([fileOf(`a.${codec}`, bytes)])),
  run: async (_source, files) => {
    for (const bytes of files.values()) await inflate(codec, bytes, MOST_BYTES);
  },
}));
