export interface ChangeGroup {
  /** "Added", "Changed", "Fixed" …, as in the file. */
  kind: string;
  entries: string[];
}

export interface Release {
  version: string;
  /** Absent if it is not released yet. */
  date?: string;
  groups: ChangeGroup[];
}

const RELEASE = /^## \[?([^\]\s]+)\]?(?:\s*[-–—]\s*(\d{4}-\d{2}-\d{2}))?\s*$/;
const GROUP = /^### (.+)$/;
const ENTRY = /^[-*] (.+)$/;
const CONTINUATION = /^\s+(\S.*)$/;

/** Removes Markdown syntax that plain text would show literally. */
const plain = (text: string): string => text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll(/[`*]/g, "");

/** Parses the newest releases of a keepachangelog.com file as text. */
export const parseChangelog = (source: string, limit = 3): Release[] => {
  const releases: Release[] = [];
  for (const line of source.split(/\r?\n/)) {
    const release = RELEASE.exec(line);
    if (release?.[1]) releases.push({ version: release[1], date: release[2], groups: [] });
    else readLine(line, releases.at(-1));
  }
  return releases.filter(({ groups }) => groups.some(({ entries }) => entries.length > 0)).slice(0, limit);
};

const readLine = (line: string, release: Release | undefined): void => {
  if (!release) return;
  const kind = GROUP.exec(line)?.[1];
  if (kind) release.groups.push({ kind, entries: [] });
  const group = release.groups.at(-1);
  const entry = ENTRY.exec(line)?.[1];
  if (entry) group?.entries.push(plain(entry));
  const more = CONTINUATION.exec(line)?.[1];
  const last = group?.entries.pop();
  if (group && last !== undefined) group.entries.push(more ? `${last} ${plain(more)}` : last);
};
