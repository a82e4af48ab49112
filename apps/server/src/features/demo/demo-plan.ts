import { inputSchema } from "@dailies/contract";

/** Marks the tasks and datasets of the demo, and nothing that a person makes. */
export const DEMO_TAG = "dailies-demo";

export const OWNER = "rita";
export const DATA_ENGINEER = "dana";
export const OPERATOR = "otto";
/** None of them may see the grid, so they judge blind. */
export const JUDGES = ["nina.lund", "paul.martin", "aisha.bello", "lea"] as const;

/** How often a judge prefers the better clip, and how often they see no difference. */
export const ODDS = { better: 0.82, tie: 0.06 } as const;

export const JUDGED = {
  name: "Which checkpoint is steadier?",
  description: "Twelve prompts, three checkpoints, four judges. Made by the demo.",
  params: { size: "320x180", seconds: 2 },
};
export const GENERATING = {
  name: "Overnight run of the slow checkpoint",
  description: "A grid that is being generated for some minutes. Made by the demo.",
  params: { size: "320x180", seconds: 2 },
};

export const LABELLED = {
  name: "Keep or drop, first pass",
  view: "All clips of the demo",
  template: "Keep or drop (demo)",
  items: 24,
  /** Of each labeller. */
  perPerson: 9,
  guidelines: `# Keep or drop

- **Keep** what moves smoothly and is in focus
- **Drop** blurred clips, watermarks and still pictures
`,
};

export const PROMPTS = [
  ["A fox crosses fresh snow at dawn, its breath in the air", "motion"],
  ["A paper boat drifts across a bay at dusk", "motion"],
  ["A red car drives through the city at night", "motion"],
  ["Two dancers turn in front of a skyline at noon", "people"],
  ["A baker walks through a field on a bright morning", "people"],
  ["A neon sign spells OPEN in the rain", "text"],
  ["A shop window, text: HELLO WORLD", "text"],
  ["A glass marble rolls over hills at sunset", "physics"],
  ["A balloon rises over the mountains on a clear morning", "physics"],
  ["A cyclist rides along the sea at sunset", "motion"],
  ["An old man walks through falling snow at dusk", "people"],
  ["A lantern swings in front of a harbour at night", "light"],
] as const;

interface DemoModel {
  readonly name: string;
  readonly model: string;
  readonly label: string;
  readonly concurrency: number;
}

/** Sharp and steady is better than blurred, and both are better than trembling. */
export const COMPARED: readonly DemoModel[] = [
  { name: "Reference, steady", model: "reference", label: "Checkpoint 42", concurrency: 4 },
  { name: "Reference, soft", model: "reference-soft", label: "Checkpoint 41", concurrency: 4 },
  { name: "Reference, shaky", model: "reference-shaky", label: "Distilled", concurrency: 4 },
];
export const SLOW: DemoModel = {
  name: "Reference, slow",
  model: "reference-slow",
  label: "Checkpoint 43",
  concurrency: 1,
};

export const DEMO_PERFORMERS: readonly string[] = [...COMPARED, SLOW].map(({ name }) => name);

export const DEMO_INPUTS = inputSchema.parse([
  {
    key: "prompt",
    label: "Prompt",
    role: "prompt",
    is_required: true,
    spec: { type: "text", is_multiline: true, max_length: 4_000 },
  },
  {
    key: "seconds",
    label: "Length",
    role: "seconds",
    default: 2,
    spec: { type: "number", min: 0.5, max: 60, unit: "s" },
  },
  {
    key: "size",
    label: "Size",
    role: "size",
    default: "320x180",
    spec: { type: "text", options: ["320x180", "640x360", "1280x720"] },
  },
  { key: "seed", label: "Seed", role: "seed", spec: { type: "number", min: 0, max: 2_147_483_647, is_integer: true } },
]);

/** Small promises to customers, as support makes them every day. */
export const GRANTS = [
  [120, "compensation", "Two clips failed on Tuesday; the customer asked twice."],
  [80, "promo", "Winner of the spring film competition."],
  [200, "compensation", "The export took a day, see the incident report."],
  [50, "promo", "Spoke about us at the meetup."],
] as const;
