import { type Chance, chanceOf, hashText } from "./chance.ts";
import { requestedText } from "./requested-text.ts";

const LANDS = ["hills", "city", "sea"] as const;
export type Land = (typeof LANDS)[number];
const LIGHTS = ["day", "dusk", "night", "snow"] as const;
export type Light = (typeof LIGHTS)[number];
const SUBJECTS = ["ball", "boat", "car", "animal", "person"] as const;
export type SubjectKind = (typeof SUBJECTS)[number];

export interface Scene {
  readonly land: Land;
  readonly light: Light;
  readonly subject: SubjectKind;
  /** A fraction of a turn. */
  readonly hue: number;
  readonly movesLeft: boolean;
  /** The sun or the moon, as shares of width and height. */
  readonly sun: { readonly x: number; readonly y: number };
  /** Words that the prompt asks to see in the picture. */
  readonly text: string | undefined;
  /** The generator for everything smaller, such as the shape of the hills. */
  readonly chance: Chance;
}

const LAND_WORDS: Readonly<Record<Land, RegExp>> = {
  city: /\b(city|street|neon|sign|gutter|traffic|drive|skyline|town|kitchen|ballroom)\b/i,
  sea: /\b(sea|ocean|boat|ship|waves?|water|lighthouse|river|beach|lake)\b/i,
  hills: /\b(hills?|forest|mountains?|field|desert|snow|meadow|fox|horse)\b/i,
};
const LIGHT_WORDS: Readonly<Record<Light, RegExp>> = {
  snow: /\b(snow|ice|winter|frost)\w*/i,
  night: /\b(night|neon|moon\w*|stars?|rain\w*|dark)\b/i,
  dusk: /\b(dusk|dawn|sunset|sunrise|golden|evening)\b/i,
  day: /\b(day|noon|sun\w*|bright|summer)\b/i,
};
const SUBJECT_WORDS: Readonly<Record<SubjectKind, RegExp>> = {
  boat: /\b(boats?|ships?|sail\w*)\b/i,
  car: /\b(cars?|taxi|bus|truck|drives?|traffic)\b/i,
  animal: /\b(fox|cat|dog|horse|wolf|deer|animal|kitten|puppy)\b/i,
  person: /\b(man|woman|person|people|dancers?|baker|child|girl|boy|runner|chef|hands?)\b/i,
  ball: /\b(ball|sphere|marble|planet|balloon|bubble|orb)\b/i,
};

const COLOUR_WORDS: readonly (readonly [RegExp, number])[] = [
  [/\bred\b/i, 0],
  [/\borange\b/i, 0.08],
  [/\b(yellow|gold)\b/i, 0.14],
  [/\bgreen\b/i, 0.34],
  [/\bblue\b/i, 0.6],
  [/\b(purple|violet)\b/i, 0.77],
  [/\bpink\b/i, 0.92],
];

const choose = <Name extends string>(
  prompt: string,
  words: Readonly<Record<Name, RegExp>>,
  names: readonly Name[],
  chance: Chance,
): Name => {
  // Drawn always, so that a word in the prompt changes only what it names.
  const drawn = names[Math.floor(chance() * names.length)];
  const named = (Object.entries(words) as [Name, RegExp][]).find(([, word]) => word.test(prompt))?.[0];
  const chosen = named ?? drawn;
  if (chosen === undefined) throw new Error("there is nothing to choose from");
  return chosen;
};

/** What a clip shows: words of the prompt decide where they can, and prompt and seed together decide the rest. */
export const chooseScene = ({ prompt, seed }: { readonly prompt: string; readonly seed: number }): Scene => {
  const chance = chanceOf((hashText(prompt) ^ Math.imul(seed + 1, 0x9e3779b1)) >>> 0);
  const land = choose(prompt, LAND_WORDS, LANDS, chance);
  const light = choose(prompt, LIGHT_WORDS, LIGHTS, chance);
  const afloat = land === "sea" ? (["boat", "ball"] as const) : SUBJECTS.filter((kind) => kind !== "boat");
  const subject = choose(prompt, SUBJECT_WORDS, afloat, chance);
  const drawnHue = chance();
  return {
    land,
    light,
    subject,
    hue: COLOUR_WORDS.find(([word]) => word.test(prompt))?.[1] ?? drawnHue,
    movesLeft: chance() < 0.5,
    sun: { x: 0.15 + chance() * 0.7, y: 0.14 + chance() * 0.2 },
    text: requestedText(prompt),
    chance,
  };
};
