import type { FieldValue, InputRole, InputValues, PerformerInput } from "@dailies/contract";
import type { RowFields } from "../rows/row.store.ts";

const prompt = (label: string, category: string, words: string): RowFields => ({
  label,
  category,
  weight: 1,
  inputs: { prompt: words },
});

/** One prompt for each known weakness of video models. */
export const SAMPLE_ROWS: readonly RowFields[] = [
  prompt(
    "Fox in the snow",
    "motion",
    "A red fox trots through deep powder snow, stops, tilts its head and dives nose first into the drift; low winter sun, telephoto lens, every paw print stays where it was made",
  ),
  prompt(
    "Pouring tea",
    "physics",
    "Amber tea is poured from a glass pot into a small porcelain cup until it is almost full; steam curls upwards, the surface swings and settles, macro shot on a walnut table",
  ),
  prompt(
    "Neon sign",
    "text",
    'A neon sign reading "OPEN LATE" flickers on letter by letter above a rainy street at night, its mirror image trembling in the puddles',
  ),
  prompt(
    "Old fisherman laughs",
    "faces",
    "Close-up of an old fisherman who hears a joke: his eyes narrow first, then the whole weathered face breaks into laughter; soft window light, natural skin, steady camera",
  ),
  prompt(
    "Through the library",
    "camera",
    "One continuous dolly shot through a grand old library, past rows of leather books and a reading couple, rising at the end to the painted dome; no cuts, even speed",
  ),
  prompt(
    "Knitting hands",
    "hands",
    "Two hands knit a blue scarf, five fingers each, the needles cross and a new row of stitches appears; seen from above, warm lamp light",
  ),
  prompt(
    "Market crowd",
    "crowds",
    "A busy spice market at noon, dozens of people walk in all directions without merging, a porter with a tall stack of baskets crosses from left to right",
  ),
  prompt(
    "Paper boat",
    "imagination",
    "A paper boat sails down a street gutter that grows into a wild river between buildings of folded newspaper, stop-motion style, shallow depth of field",
  ),
];

export interface SampleColumn {
  readonly label: string;
  readonly params: InputValues;
}

const VARIED_ROLES: readonly InputRole[] = ["seconds", "size", "fps"];
const SAMPLE_COLUMNS = 3;

/** Valid values other than the default: other options, or steps between the limits. */
const otherValues = ({ spec, default: before }: PerformerInput): FieldValue[] => {
  if (spec.type === "text") return (spec.options ?? []).filter((option) => option !== before);
  if (spec.type !== "number" || spec.min === undefined || spec.max === undefined) return [];
  const { min, max } = spec;
  const steps = [min, min + (max - min) / 4, min + (max - min) / 2].map((step) =>
    spec.is_integer ? Math.ceil(step) : step,
  );
  return [...new Set(steps)].filter((step) => step !== before && step <= max);
};

const variations = (input: PerformerInput): SampleColumn[] =>
  otherValues(input).map((value) => ({ label: `${input.label}: ${String(value)}`, params: { [input.key]: value } }));

/** The performer with its defaults, and variants with one parameter changed, round-robin over the parameters. */
export const sampleColumns = (inputSchema: readonly PerformerInput[]): SampleColumn[] => {
  const varied = inputSchema.filter(({ role }) => role === undefined || VARIED_ROLES.includes(role));
  const byRole = varied.toSorted((a, b) => rank(a) - rank(b)).map(variations);
  const most = Math.max(0, ...byRole.map(({ length }) => length));
  const inTurns = Array.from({ length: most }, (_, locked) => byRole.flatMap((list) => list[locked] ?? [])).flat();
  return [{ label: "As it comes", params: {} }, ...inTurns].slice(0, SAMPLE_COLUMNS);
};

const rank = ({ role }: PerformerInput): number =>
  role === undefined ? VARIED_ROLES.length : VARIED_ROLES.indexOf(role);
