import { memorySource } from "@dailies/formats/memory-source";
import { readTarSamples } from "@dailies/formats/tar/group-samples";
import { writeTarIndex } from "@dailies/formats/tar/tar-index";
import { concatTar, type NewTarFile } from "@dailies/formats/tar/write-tar";
import { type DemoItem, metadataOf } from "./demo-media.ts";
import type { DemoFile } from "./demo-storage.ts";

const SAMPLES_PER_SHARD = 250;
const encoder = new TextEncoder();

const membersOf = (item: DemoItem): NewTarFile[] => {
  const { caption, ...rest } = metadataOf(item);
  const meta = { ...rest, embedding: Array.from(item.embedding, (value) => Number(value.toFixed(6))) };
  return [
    { name: `${item.key}.json`, bytes: encoder.encode(JSON.stringify(meta)) },
    { name: `${item.key}.mp4`, bytes: item.bytes },
    ...(caption === null ? [] : [{ name: `${item.key}.txt`, bytes: encoder.encode(caption) }]),
  ];
};

const indexOf = async (name: string, bytes: Uint8Array): Promise<string> => {
  const samples = [];
  for await (const sample of readTarSamples(memorySource(new Map([[name, bytes]])), name)) samples.push(sample);
  return writeTarIndex(samples);
};

/** Tar shards of samples, each with or without the index that loaders use. */
export async function* writeTarSet(items: readonly DemoItem[], hasIndex: boolean): AsyncGenerator<DemoFile> {
  for (let from = 0; from < items.length; from += SAMPLES_PER_SHARD) {
    const name = `clips-${String(from / SAMPLES_PER_SHARD).padStart(6, "0")}`;
    const bytes = concatTar(items.slice(from, from + SAMPLES_PER_SHARD).flatMap(membersOf));
    yield { name: `${name}.tar`, bytes };
    if (hasIndex) yield { name: `${name}.idx`, bytes: encoder.encode(await indexOf(name, bytes)) };
  }
}
