import { FormatFault } from "./format-fault.ts";

const MAX_NAME_LENGTH = 1024;
const FIRST_PRINTABLE = 0x20;
const DELETE = 0x7f;
const BACKSLASH = 0x5c;

const isPlain = (name: string): boolean => {
  for (let index = 0; index < name.length; index += 1) {
    const code = name.charCodeAt(index);
    if (code < FIRST_PRINTABLE || code === DELETE || code === BACKSLASH) return false;
  }
  return true;
};

/** Validates a file name found in another file: it must stay below the same folder. */
export const safeName = (name: string): string => {
  if (name.length === 0 || name.length > MAX_NAME_LENGTH || !isPlain(name)) {
    throw new FormatFault("outside", "a file name is empty, too long or contains invalid characters");
  }
  if (!(name.includes("/") || name.startsWith("."))) return name;
  const steps = name.split("/").filter((step) => step !== "." && step !== "");
  if (name.startsWith("/") || name.includes("://") || steps.length === 0 || steps.includes("..")) {
    throw new FormatFault("outside", `${name} is outside the folder`);
  }
  return steps.join("/");
};

/** The folder of an object, with a trailing slash; empty at the root. */
export const folderOf = (object: string): string => object.slice(0, object.lastIndexOf("/") + 1);
