import type { ClipSpec } from "./video-request.ts";

const MAX_LINES = 4;
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u;

/** A seeded random generator: Math.random would render a different clip each time. */
const numbersFrom = (seed: number) => {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Hue as a fraction of a turn, saturation and lightness 0…1, as 0xrrggbb. */
const colour = (hue: number, saturation: number, lightness: number): string => {
  const part = (offset: number): string => {
    const angle = (offset + (hue - Math.floor(hue)) * 12) % 12;
    const reach = saturation * Math.min(lightness, 1 - lightness);
    const value = lightness - reach * Math.max(-1, Math.min(angle - 3, 9 - angle, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `0x${part(0)}${part(8)}${part(4)}`;
};

const widthOf = (text: string): number => [...text].reduce((sum, sign) => sum + (WIDE.test(sign) ? 2 : 1), 0);

/** drawtext does not wrap lines. A word longer than a line is cut. */
export const wrapPrompt = (prompt: string, columns: number): string => {
  const lines: string[] = [];
  let line = "";
  for (const token of prompt.replaceAll(/\s+/g, " ").match(/[\u2e80-\uffff]\s?|[^\s\u2e80-\uffff]+\s?/gu) ?? []) {
    if (line !== "" && widthOf(line + token.trimEnd()) > columns) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += widthOf(token) > columns ? `${token.slice(0, columns - 1)}…` : token;
  }
  lines.push(line.trimEnd());
  if (lines.length <= MAX_LINES) return lines.join("\n");
  return `${lines.slice(0, MAX_LINES).join("\n")} …`;
};

const disc = (name: string, diameter: number, fill: string, spec: ClipSpec): string =>
  [
    `color=c=${fill}:s=${diameter}x${diameter}:r=${spec.fps},trim=end_frame=1,format=rgba`,
    `geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='225*clip(W/2-1-hypot(X-W/2+0.5,Y-H/2+0.5),0,1)'`,
    `loop=loop=-1:size=1,setpts=N/${spec.fps}/TB[${name}]`,
  ].join(",");

const even = (value: number): number => Math.max(8, Math.round(value / 2) * 2);

/** Three discs, each on its own ellipse and at its own speed. */
const discs = (spec: ClipSpec, hue: number, next: () => number) =>
  [0.36, 0.22, 0.12].map((share, index) => {
    const diameter = even(spec.height * share);
    const [centreX, centreY] = [0.3 + next() * 0.4, 0.28 + next() * 0.2];
    const [reachX, reachY] = [0.12 + next() * 0.2, 0.08 + next() * 0.1];
    const [turnS, phase] = [2 + next() * 4, next() * 6.283];
    const angle = `(2*PI*t/${turnS.toFixed(3)}+${phase.toFixed(3)})`;
    return {
      source: disc(`disc${index}`, diameter, colour(hue + 0.45 + index * 0.09, 0.85, 0.68), spec),
      place: `x='W*${centreX.toFixed(3)}+W*${reachX.toFixed(3)}*cos${angle}-w/2':y='H*${centreY.toFixed(3)}+H*${reachY.toFixed(3)}*sin${angle}-h/2'`,
    };
  });

const texts = (spec: ClipSpec): string => {
  const unit = Math.max(10, Math.round(spec.height / 18));
  const margin = unit;
  const box = `box=1:boxcolor=black@0.5:boxborderw=${Math.round(unit / 2)}`;
  const face = WIDE.test(spec.prompt) ? "Noto Sans CJK SC" : "DejaVu Sans";
  return [
    `drawtext=font='${face}':textfile=prompt.txt:expansion=none:fontsize=${unit}:fontcolor=white:line_spacing=${Math.round(unit / 4)}:x=${margin}:y=h-th-${margin}:${box}`,
    `drawtext=font='DejaVu Sans Mono':text='%{eif\\:n\\:d\\:4}':fontsize=${unit}:fontcolor=white:x=w-tw-${margin}:y=${margin}:${box}`,
    `drawtext=font='DejaVu Sans Mono':text='seed ${spec.seed}':fontsize=${Math.round(unit * 0.75)}:fontcolor=white:x=${margin}:y=${margin}:${box}`,
  ].join(",");
};

/** The ffmpeg filter graph. The prompt is read from a file, so it needs no escaping here. */
export const filterGraph = (spec: ClipSpec): string => {
  const next = numbersFrom(spec.seed);
  const hue = next();
  const shapes = discs(spec, hue, next);
  const ground = [colour(hue, 0.6, 0.24), colour(hue + 0.1, 0.55, 0.44), colour(hue - 0.1, 0.65, 0.18)];
  const size = `${spec.width}x${spec.height}`;
  const chain = shapes.map(
    ({ place }, index) => `[layer${index}][disc${index}]overlay=${place}:shortest=1[layer${index + 1}]`,
  );
  return [
    `gradients=s=${size}:r=${spec.fps}:d=${spec.seconds}:n=3:c0=${ground[0]}:c1=${ground[1]}:c2=${ground[2]}:seed=${spec.seed}:x0=0:y0=0:x1=${spec.width}:y1=${spec.height}:speed=0.012:type=linear,format=yuv420p[layer0]`,
    ...shapes.map(({ source }) => source),
    ...chain,
    `[layer${shapes.length}]${texts(spec)}[picture]`,
    ...(spec.hasAudio
      ? [`sine=frequency=${220 + (spec.seed % 24) * 20}:duration=${spec.seconds},volume=0.2[sound]`]
      : []),
  ].join(";");
};

/** Approximate number of characters per line. */
export const columnsOf = ({ width, height }: ClipSpec): number =>
  Math.max(12, Math.floor((width - 3 * Math.round(height / 18)) / (Math.max(10, Math.round(height / 18)) * 0.6)));

export const encoderArguments = (spec: ClipSpec): string[] => [
  "-map",
  "[picture]",
  ...(spec.hasAudio ? ["-map", "[sound]", "-c:a", "aac", "-flags:a", "+bitexact"] : []),
  "-frames:v",
  `${Math.round(spec.seconds * spec.fps)}`,
  "-map_metadata",
  "-1",
  "-c:v",
  "libx264",
  "-preset",
  "veryfast",
  "-crf",
  "21",
  "-g",
  `${spec.fps}`,
  "-threads",
  "1",
  "-pix_fmt",
  "yuv420p",
  "-fflags",
  "+bitexact",
  "-flags:v",
  "+bitexact",
  "-movflags",
  "+faststart",
  "-f",
  "mp4",
];
