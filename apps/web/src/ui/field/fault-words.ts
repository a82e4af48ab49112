import type { TFunction } from "i18next";

/** The contract's validation messages, by translation key. */
const SENTENCES = [
  ["enterText", /^please enter a text$/],
  ["enterNumber", /^please enter a number$/],
  ["chooseAnswer", /^choose yes or no$/],
  ["enterEntries", /^please enter keys and values$/],
  ["enterList", /^please enter a list$/],
  ["required", /^this field is required$/],
  ["atLeastCharacters", /^use at least (?<limit>\d+) characters$/],
  ["atMostCharacters", /^use at most (?<limit>\d+) characters$/],
  ["oneLine", /^use one line only$/],
  ["oneOf", /^choose one of: (?<limit>.*)$/s],
  ["noNul", /^a NUL character is not allowed$/],
  ["orMore", /^use (?<limit>-?[\d.e+-]+) or more$/],
  ["orLess", /^use (?<limit>-?[\d.e+-]+) or less$/],
  ["whole", /^use a whole number$/],
  ["atLeastItems", /^use at least (?<limit>\d+) items$/],
  ["atMostItems", /^use at most (?<limit>\d+) items$/],
  ["atMostEntries", /^use at most (?<limit>\d+) entries$/],
  ["itemTwice", /^this item stands here twice$/],
  ["keyTwice", /^this key stands here twice$/],
  ["badKey", /^use 1 to 64 letters, digits, dots, dashes and underscores/],
  ["lengthsCrossed", /^the longest must not be shorter than the shortest$/],
  ["optionLength", /^this option is outside of the length allowed$/],
  ["optionLine", /^an option has one line$/],
  ["optionTwice", /^this option stands here twice$/],
  ["boundsCrossed", /^the largest must not be below the smallest$/],
  ["noWhole", /^there is no whole number between the two$/],
  ["countsCrossed", /^the most must not be fewer than the least$/],
  ["twoAnswers", /^there are only two different answers$/],
  ["multipleOf", /^use a multiple of (?<limit>[\d.e-]+)$/],
  ["fillIn", /^please fill in: (?<limit>.*)$/],
  ["noSuchKey", /^there is no such key here$/],
  ["wholeStep", /^whole numbers need a whole step$/],
  ["minOffStep", /^the smallest must be a multiple of the step$/],
  ["maxOffStep", /^the largest must be a multiple of the step$/],
  ["scaleEnds", /^a scale needs its smallest and its largest$/],
  ["scalePoints", /^a row of points needs whole numbers or a step, and at most (?<limit>\d+) of them$/],
  ["neverChosen", /^this value can never be chosen$/],
  ["valueTwice", /^this value stands here twice$/],
  ["optionType", /^this option is of another type than the items$/],
  ["fewerOptions", /^there are fewer options than that$/],
  ["moreKeys", /^there are more keys than that$/],
] as const;

/** Translates a validation message; an unknown one is shown as is. */
export const faultWords = (message: string, t: TFunction): string => {
  for (const [word, pattern] of SENTENCES) {
    const found = pattern.exec(message);
    if (found) return t(`ui.field.fault.${word}`, { limit: found.groups?.limit ?? "" });
  }
  return message;
};
