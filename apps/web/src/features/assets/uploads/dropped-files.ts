/** A file and the folders that contained it, outermost first. */
export interface FoundFile {
  readonly file: File;
  readonly path: readonly string[];
}

const readFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

const readSome = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

const walk = async (entry: FileSystemEntry, path: readonly string[], found: FoundFile[]): Promise<void> => {
  if (entry.isFile) {
    found.push({ file: await readFile(entry as FileSystemFileEntry), path });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A directory reader returns up to a hundred entries at a time, and an empty list at the end.
  for (let some = await readSome(reader); some.length > 0; some = await readSome(reader)) {
    for (const child of some) await walk(child, [...path, entry.name], found);
  }
};

/** Collects the dropped files recursively. The item list is cleared after the event, so it must be read synchronously. */
export const filesOfDrop = async ({ items, files }: DataTransfer): Promise<FoundFile[]> => {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const plain = [...files].map((file) => ({ file, path: [] }));
  if (entries.length === 0) return plain;
  const found: FoundFile[] = [];
  for (const entry of entries) await walk(entry, [], found);
  return found;
};

/** Collects the chosen files; for a chosen folder, each file carries its path within it. */
export const filesOfInput = (files: FileList): FoundFile[] =>
  [...files].map((file) => ({ file, path: file.webkitRelativePath.split("/").slice(0, -1) }));
