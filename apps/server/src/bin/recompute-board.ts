import { readFile } from "node:fs/promises";
import { type BoardDocument, recomputeDocument } from "../features/leaderboards/board/board-document.ts";

const USAGE = `Computes a board once more from the file that was downloaded, and says whether the same comes out.

  recompute-board FILE
`;

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  const document = JSON.parse(await readFile(file, "utf8")) as BoardDocument;
  const { hash, isSame } = recomputeDocument(document);
  process.stdout.write(
    `in the file  ${document.hash}\ncomputed now ${hash}\n${isSame ? "the same" : "NOT the same"}\n`,
  );
  process.exitCode = isSame ? 0 : 1;
}
