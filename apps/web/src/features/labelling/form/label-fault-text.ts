import type { TFunction } from "i18next";
import { faultWords } from "../../../ui/field/fault-words.ts";

/** The contract's messages about labels, by translation key; those of field types are translated with the others. */
const SENTENCES = [
  ["required", /^please fill in this field$/],
  ["backwards", /^a segment must end after it starts$/],
  ["afterClip", /^a segment must not end after the clip$/],
  ["noClass", /^choose one of the classes$/],
  ["overlap", /^segments must not overlap$/],
  ["tooMany", /^use at most (?<limit>\d+) segments$/],
  ["earlierField", /^choose a field that comes before this one$/],
  ["conditionType", /^choose a text, a number, or a yes-or-no field$/],
  ["conditionValue", /^this is not a value of that field$/],
  ["keyTwice", /^this key is used twice$/],
  ["classTwice", /^this class is listed twice$/],
  ["classNeeded", /^please add at least one class$/],
  ["fieldNeeded", /^please add at least one field$/],
  ["name", /^please enter a name$/],
  ["oneClip", /^segments belong to one clip/],
  ["choice", /^choose a clip, a tie, or both bad$/],
] as const;

export const labelFaultText = (message: string, t: TFunction): string => {
  for (const [word, pattern] of SENTENCES) {
    const found = pattern.exec(message);
    if (found) return t(`labelling.fault.${word}`, { limit: found.groups?.limit ?? "" });
  }
  return faultWords(message, t);
};
