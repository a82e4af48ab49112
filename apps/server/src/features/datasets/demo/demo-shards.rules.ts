import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { type WrittenFile, writeMds } from "@dailies/formats/mds/write-mds";
import { createChance } from "./chance.rules.ts";
import { makeSamples } from "./demo-samples.rules.ts";

const SAMPLES = 96;
const SHARDS = 8;
const [WIDTH, HEIGHT] = [96, 54];
const THINGS = ["square", "circle", "ring", "triangle"];

const chunk = (type: string, data: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
};

/** Rows of RGB pixels, each after a filter byte, as PNG. */
const writePng = (rows: Uint8Array): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  // 8 bits per channel, RGB.
  head.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows, { level: 1 })),
    chunk("IEND", new Uint8Array()),
  ]);
};

/** A disc on a gradient, brighter in later shards, so that the means per shard differ visibly. */
const drawPicture = (sample: number, brightness: number): Buffer => {
  const chance = createChance(sample + 1);
  const [middleX, middleY, radius] = [chance.below(WIDTH), chance.below(HEIGHT), 8 + chance.below(12)];
  const light = (): number => 255 * brightness * (0.4 + 0.6 * chance.share());
  const [red, green, blue] = [light(), light(), light()];
  const rows = new Uint8Array((WIDTH * 3 + 1) * HEIGHT);
  let at = 0;
  for (let y = 0; y < HEIGHT; y += 1) {
    at += 1;
    for (let x = 0; x < WIDTH; x += 1) {
      const isInside = (x - middleX) ** 2 + (y - middleY) ** 2 < radius ** 2;
      const shade = isInside ? 1 : 0.25 + (0.5 * (x + y)) / (WIDTH + HEIGHT);
      rows[at] = red * shade;
      rows[at + 1] = green * shade;
      rows[at + 2] = blue * shade;
      at += 3;
    }
  }
  return writePng(rows);
};

const COLUMNS = { brightness: "float32", caption: "str", id: "str", motion: "float64", picture: "png", scene: "int32" };

/** Eight small MDS shards with captions, numbers and drawn pictures: the same bytes every time. The index comes last. */
export const writeDemoShards = async (): Promise<WrittenFile[]> => {
  const samples = makeSamples(SAMPLES, (clip) => THINGS[clip % THINGS.length] ?? "square");
  const rows = samples.map(({ key, caption, motion, sceneId }, at) => {
    const brightness = 0.3 + (0.7 * Math.floor((at * SHARDS) / SAMPLES)) / SHARDS;
    return { brightness, caption, id: key, motion, picture: drawPicture(at, brightness), scene: sceneId };
  });
  const sizeLimitBytes = Math.ceil(rows.reduce((sum, { picture }) => sum + picture.length + 200, 0) / SHARDS);
  const hash = (algorithm: string, bytes: Uint8Array): string => createHash(algorithm).update(bytes).digest("hex");
  const files: WrittenFile[] = [];
  for await (const file of writeMds(rows, { columns: COLUMNS, sizeLimitBytes, hashes: ["sha1"], hash }))
    files.push(file);
  return files.sort((one, other) => Number(one.name === "index.json") - Number(other.name === "index.json"));
};
