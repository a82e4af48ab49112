import { memorySource } from "@dailies/formats/memory-source";
import { readTarSamples } from "@dailies/formats/tar/group-samples";
import { expandBraces } from "@dailies/formats/tar/shard-names";
import { parseTarIndex, writeTarIndex } from "@dailies/formats/tar/tar-index";
import { tarRow } from "@dailies/formats/tar/tar-values";
import { concatTar } from "@dailies/formats/tar/write-tar";
import { type Files, fileOf, PREFIX, type Subject, take, textOf } from "../subject.ts";
import { readSeed } from "./seeds.ts";

const SHARD = `${PREFIX}clips-000.tar`;
const MOST_SAMPLES = 200;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const aShard = (): Uint8Array =>
  concatTar(
    ["a/0001", "a/0002", `${"long/".repeat(30)}name`].flatMap((key, at) => [
      { name: `${key}.mp4`, bytes: readSeed("first.mp4") },
      { name: `${key}.txt`, bytes: encode(`a clip ${at}`) },
      { name: `${key}.info.json`, bytes: encode(JSON.stringify({ fps: 24, tags: ["x"], nested: { score: 0.5 } })) },
    ]),
  );

const readShard = async (files: Files) => {
  const samples = [];
  for await (const sample of readTarSamples(memorySource(files), SHARD)) samples.push(sample);
  return samples;
};

export const tarSubjects: readonly Subject[] = [
  {
    name: "tar",
    sets: async () => [new Map([[SHARD, aShard()]])],
    run: (source) =>
      take(readTarSamples(source, SHARD, { inlineBytes: 65_536 }), MOST_SAMPLES, (sample) => tarRow(sample)),
  },
  {
    name: "tar index",
    sets: async () => [new Map([fileOf("a.idx", writeTarIndex(await readShard(new Map([[SHARD, aShard()]]))))])],
    run: async (_source, files) => void parseTarIndex(textOf(files), 1_000_000),
  },
  {
    name: "shard names",
    sets: async () => [new Map([fileOf("names.txt", "clips-{000000..000120}.tar")])],
    run: async (_source, files) => void expandBraces(textOf(files)),
  },
];
