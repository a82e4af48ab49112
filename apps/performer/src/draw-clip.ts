import type { Scene } from "./scene/choose-scene.ts";
import { hsl, toHex } from "./scene/colour.ts";
import type { StagedLayer } from "./scene/stage-scene.ts";
import type { ClipSpec } from "./video-request.ts";

const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/u;

export const TEXT_FILE = "text.txt";

/** A layer is read once and repeated. */
const repeated = (input: number, name: string, spec: ClipSpec, format: string): string =>
  `[${input}]format=${format},loop=loop=-1:size=1,setpts=N/${spec.fps}/TB[${name}]`;

/** Each layer of a shaky clip trembles on its own, as the frames of a model without temporal consistency do. */
const shakenBy = (spec: ClipSpec, place: number): { readonly x: string; readonly y: string } => {
  if (spec.style !== "shaky") return { x: "", y: "" };
  const reach = (spec.height / 90).toFixed(2);
  return { x: `+${reach}*sin(n*${(2.1 + place * 0.7).toFixed(2)})`, y: `+${reach}*cos(n*${(2.9 + place).toFixed(2)})` };
};

const frameCount = ({ seconds, fps }: ClipSpec): number => Math.round(seconds * fps);

/** The first frame shows the whole image; from there the camera moves in and aside. */
const kenBurns = (spec: ClipSpec): string => {
  const size = `${spec.width * 2}:${spec.height * 2}`;
  const [towardsX, towardsY] = [(spec.seed % 5) / 4, (spec.seed % 3) / 2];
  const frames = frameCount(spec);
  return [
    `[0]scale=${size}:force_original_aspect_ratio=increase,crop=${size}`,
    `zoompan=z='1+0.22*on/${frames}':x='(iw-iw/zoom)*${towardsX}':y='(ih-ih/zoom)*${towardsY}':d=${frames}:s=${spec.width}x${spec.height}:fps=${spec.fps}`,
    "format=yuv420p[stage]",
  ].join(",");
};

const stage = (spec: ClipSpec, layers: readonly StagedLayer[]): string[] => [
  repeated(0, "stage0", spec, "yuv420p"),
  ...layers.map((_, place) => repeated(place + 1, `layer${place}`, spec, "yuva420p")),
  ...layers.map(({ x, y }, place) => {
    const shaken = shakenBy(spec, place);
    const next = place === layers.length - 1 ? "stage" : `stage${place + 1}`;
    return `[stage${place}][layer${place}]overlay=x='${x}${shaken.x}':y='${y}${shaken.y}'[${next}]`;
  }),
];

const look = (spec: ClipSpec): string[] => {
  if (spec.style === "soft") return [`boxblur=lr=${Math.max(1, Math.round(spec.height / 90))}:lp=2`];
  if (spec.style === "shaky") return ["eq=brightness='0.09*sin(n*2.3)*cos(n*0.9)':eval=frame"];
  return [];
};

/** On a sign in the upper third, if the prompt asks for words. The words are in a file, so they need no escaping here. */
const sign = (spec: ClipSpec, { text, hue, light }: Scene): string[] => {
  if (text === undefined) return [];
  const face = WIDE.test(text) ? "Noto Sans CJK SC" : "DejaVu Sans";
  const size = Math.max(
    10,
    Math.min(spec.height / 6, (spec.width * 0.8) / ([...text].length * (WIDE.test(text) ? 1.1 : 0.66))),
  );
  const [ink, board] = light === "night" ? [hsl(hue, 1, 0.68), "black@0.45"] : [hsl(hue, 0.8, 0.2), "white@0.75"];
  const drift = `${(spec.width * 0.04).toFixed(2)}*sin(PI*t/${spec.seconds})`;
  return [
    `drawtext=font='${face}':textfile=${TEXT_FILE}:expansion=none:fontsize=${Math.round(size)}:fontcolor=${toHex(ink)}:x='(w-tw)/2+${drift}':y=h*0.16:box=1:boxcolor=${board}:boxborderw=${Math.round(size / 3)}`,
  ];
};

/** The seed and the number of the frame, to see which frame a player shows. */
const stamp = (spec: ClipSpec): string => {
  const size = Math.max(9, Math.round(spec.height / 24));
  return `drawtext=font='DejaVu Sans Mono':text='${spec.seed} %{eif\\:n\\:d\\:4}':fontsize=${size}:fontcolor=white@0.8:borderw=1:bordercolor=black@0.5:x=${size}:y=${size}`;
};

/** The ffmpeg filter graph over the layers of the scene, or over the image of the request if there are none. */
export const filterGraph = (spec: ClipSpec, scene: Scene, layers: readonly StagedLayer[] | undefined): string =>
  [
    ...(layers ? stage(spec, layers) : [kenBurns(spec)]),
    `[stage]${[...sign(spec, scene), ...look(spec), stamp(spec)].join(",")}[picture]`,
    ...(spec.hasAudio
      ? [`sine=frequency=${220 + (spec.seed % 24) * 20}:duration=${spec.seconds},volume=0.2[sound]`]
      : []),
  ].join(";");

export const encoderArguments = (spec: ClipSpec): string[] => [
  "-map",
  "[picture]",
  ...(spec.hasAudio ? ["-map", "[sound]", "-c:a", "aac", "-flags:a", "+bitexact"] : []),
  "-frames:v",
  `${frameCount(spec)}`,
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
