import type { TFunction } from "i18next";

/** The contract's validation messages, by translation key. */
const SENTENCES = [
  ["enterText", /^please enter text$/],
  ["enterNumber", /^please enter a number$/],
  ["chooseAnswer", /^choose yes or no$/],
  ["enterEntries", /^please enter keys and values$/],
  ["enterList", /^please enter a list$/],
  ["required", /^this field is required$/],
  ["atLeastCharacters", /^use at least (?<limit>\d+) characters$/],
  ["atMostCharacters", /^use at most (?<limit>\d+) characters$/],
  ["oneLine", /^use one line only$/],
  ["matches", /^use a text that matches (?<limit>.*)$/s],
  ["notAPattern", /^this is not a regular expression$/],
  ["patternNested", /^a repeated group must not contain alternatives or other repeats$/],
  ["patternLooks", /^a pattern must not use look-around or back-references$/],
  ["patternRepeats", /^a pattern must not have more than (?<limit>\d+) repeats;/],
  ["patternLength", /^a text with a pattern needs a maximum length of (?<limit>\d+) or less$/],
  ["patternOrOptions", /^use either options or a pattern$/],
  ["oneOf", /^choose one of: (?<limit>.*)$/s],
  ["noNul", /^a NUL character is not allowed$/],
  ["orMore", /^use (?<limit>-?[\d.e+-]+) or more$/],
  ["orLess", /^use (?<limit>-?[\d.e+-]+) or less$/],
  ["whole", /^use a whole number$/],
  ["atLeastItems", /^use at least (?<limit>\d+) items$/],
  ["atMostItems", /^use at most (?<limit>\d+) items$/],
  ["atMostEntries", /^use at most (?<limit>\d+) entries$/],
  ["itemTwice", /^this item is listed twice$/],
  ["keyTwice", /^this key is listed twice$/],
  ["badKey", /^use 1 to 64 letters, digits, dots, dashes and underscores/],
  ["lengthsCrossed", /^the maximum length must not be below the minimum length$/],
  ["optionLength", /^this option violates the length limits$/],
  ["optionLine", /^an option must be a single line$/],
  ["optionTwice", /^this option is listed twice$/],
  ["boundsCrossed", /^the maximum must not be below the minimum$/],
  ["noWhole", /^there is no whole number between the minimum and the maximum$/],
  ["countsCrossed", /^the maximum number of items must not be below the minimum$/],
  ["twoAnswers", /^there are only two different values$/],
  ["multipleOf", /^use a multiple of (?<limit>[\d.e-]+)$/],
  ["fillIn", /^please fill in: (?<limit>.*)$/],
  ["noSuchKey", /^unknown key$/],
  ["wholeStep", /^the step must be a whole number$/],
  ["minOffStep", /^the minimum must be a multiple of the step$/],
  ["maxOffStep", /^the maximum must be a multiple of the step$/],
  ["scaleEnds", /^a scale needs a minimum and a maximum$/],
  ["scalePoints", /^a row of points needs whole numbers or a step, and at most (?<limit>\d+) of them$/],
  ["neverChosen", /^this value is not on the scale$/],
  ["valueTwice", /^this value is listed twice$/],
  ["optionType", /^this option must have the type of the items$/],
  ["fewerOptions", /^there are fewer options than min_items$/],
  ["moreKeys", /^there are more keys than max_entries$/],
] as const;

/** Translates a validation message; an unknown one is shown as is. */
export const faultWords = (message: string, t: TFunction): string => {
  for (const [word, pattern] of SENTENCES) {
    const found = pattern.exec(message);
    if (found) return t(`ui.field.fault.${word}`, { limit: found.groups?.limit ?? "" });
  }
  return message;
};
