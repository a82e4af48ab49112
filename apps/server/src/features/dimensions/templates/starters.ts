import { type STARTERS, type TemplateFile, templateFile } from "@dailies/contract";
import type { z } from "zod";
import { type DimensionSet, setOf } from "../dimension-set.ts";
import { FIVE_GRADES, HOW_MUCH, WHICH } from "./starter-scales.ts";
import { SIXTEEN } from "./starter-sixteen.ts";

type Starter = (typeof STARTERS)[number];
type SetFile = Pick<z.input<typeof templateFile>, "template" | "items">;

const compare = (key: string, name: string, description: string, isRequired = true) => ({
  key,
  name,
  description,
  field: WHICH,
  is_required: isRequired,
  tags: ["comparison"],
});

const SETS: Readonly<Record<Starter, SetFile>> = {
  default: {
    template: {
      name: "Overall, motion, instruction, picture",
      mode: "pairwise",
      instructions:
        "Watch both clips to the end before you answer. Say first which one you would rather use, then what speaks for it.",
    },
    items: [
      compare("overall", "Overall", "All in all, which clip would you rather use?"),
      compare(
        "motion_quality",
        "Motion Quality",
        "Which clip moves better: smooth, physically plausible, without jumps, warping or frozen parts?",
        false,
      ),
      compare(
        "instruction_following",
        "Instruction Following",
        "Which clip shows more of what the prompt asks for: subjects, actions, places, style and camera?",
        false,
      ),
      compare(
        "visual_quality",
        "Visual Quality",
        "Which clip looks better frame by frame: sharp, clean, well lit, without artefacts?",
        false,
      ),
    ],
  },
  vbench16: SIXTEEN,
  acr: {
    template: {
      name: "Absolute category rating (ACR), 1 to 5",
      mode: "rating",
      instructions: "Rate each clip by itself, as if you had seen no other.",
    },
    items: [
      {
        key: "acr_quality",
        name: "Quality",
        field: FIVE_GRADES,
        tags: ["rating"],
        description: "How good is this clip?",
        rubric: {
          levels: [
            { value: "1", words: "Unusable: faults are all one sees" },
            { value: "2", words: "Faults disturb most of the time" },
            { value: "3", words: "Faults are noticed and can be lived with" },
            { value: "4", words: "Small faults, found only when looked for" },
            { value: "5", words: "No fault to be seen" },
          ],
        },
      },
    ],
  },
  ccr: {
    template: {
      name: "Comparison category rating (CCR), −3 to +3",
      mode: "pairwise",
      instructions: "Watch both clips to the end, then say which is better and by how much.",
    },
    items: [
      {
        key: "ccr_preference",
        name: "Preference",
        field: HOW_MUCH,
        tags: ["comparison"],
        description: "Which clip is better, and by how much?",
      },
    ],
  },
};

/** Starter sets are validated by the same schema as imported ones, once each. */
const parsed = new Map<Starter, DimensionSet>();

export const starterSet = (starter: Starter): DimensionSet => {
  const known = parsed.get(starter);
  if (known) return known;
  const file: TemplateFile = templateFile.parse({
    format: "dailies-dimension-set",
    format_version: 1,
    ...SETS[starter],
  });
  const set = setOf(file);
  parsed.set(starter, set);
  return set;
};
