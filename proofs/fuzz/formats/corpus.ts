import type { HostileFile } from "./corpus/hostile-file.ts";
import { lanceFiles } from "./corpus/lance-files.ts";
import { mdsIndexFiles } from "./corpus/mds-index-files.ts";
import { mdsShardFiles } from "./corpus/mds-shard-files.ts";
import { mediaFiles } from "./corpus/media-files.ts";
import { streamFiles } from "./corpus/stream-files.ts";
import { tableFiles } from "./corpus/table-files.ts";
import { tarFiles } from "./corpus/tar-files.ts";
import { wordFiles } from "./corpus/word-files.ts";
import { addResult, type Tally } from "./fuzz-subject.ts";
import { runCase } from "./run-case.ts";
import { subjectNamed } from "./subjects.ts";

export const makeCorpus = (): readonly HostileFile[] => [
  ...mdsIndexFiles(),
  ...mdsShardFiles(),
  ...streamFiles(),
  ...tarFiles(),
  ...tableFiles(),
  ...lanceFiles(),
  ...mediaFiles(),
  ...wordFiles(),
];

/** Each hostile file has one correct verdict; any other is a breach as well. */
export const runHostileFile = async (tally: Tally, { subject, name, files, expected }: HostileFile): Promise<void> => {
  const result = await runCase(subjectNamed(subject), files);
  const allowed = [expected].flat();
  const breaches = result.breaches.map((breach) => `${name}: ${breach}`);
  if (!allowed.includes(result.verdict)) breaches.push(`${name}: ${result.verdict} instead of ${allowed.join(" or ")}`);
  addResult(tally, name, { ...result, breaches });
};
