// The commands of an installation page, as readers copy them.
import { readText } from "../../checks/repository.ts";

export const PAGE = "docs/install/compose.md";

/** The shell commands below a heading of the page, one for each line. */
export const commandsBelow = (heading: string, page: string = readText(PAGE)): string[] => {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block ?? "");
  return blocks.flatMap((block) => block.split("\n").filter((line) => line.trim() !== ""));
};
