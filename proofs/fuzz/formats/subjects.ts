import type { Subject } from "./subject.ts";
import { askedSubjects } from "./subjects/asked.ts";
import { codecSubjects } from "./subjects/codecs.ts";
import { mdsSubjects } from "./subjects/mds.ts";
import { mediaSubjects } from "./subjects/media.ts";
import { tableSubjects } from "./subjects/tables.ts";
import { tarSubjects } from "./subjects/tar.ts";

/** Every reader of untrusted input. New readers must be added here. */
export const SUBJECTS: readonly Subject[] = [
  ...mdsSubjects,
  ...codecSubjects,
  ...tarSubjects,
  ...tableSubjects,
  ...mediaSubjects,
  ...askedSubjects,
];

export const subjectNamed = (name: string): Subject => {
  const subject = SUBJECTS.find((one) => one.name === name);
  if (subject === undefined) throw new Error(`there is no subject ${name}`);
  return subject;
};
