import { existsSync, globSync, statSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode } from "@temporalio/worker";

const isSource = import.meta.url.endsWith(".ts");
const pathTo = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Next to the process's bundle in the image; in dist/ when running from source. */
export const WORKFLOW_BUNDLE = pathTo(isSource ? "../../../dist/workflow-bundle.js" : "./workflow-bundle.js");

/** The files that may be in the bundle: workflows, the rules they use, and their list. */
const SOURCES = ["workflows.ts", "{features,platform}/**/*.workflow.ts", "features/**/*.rules.ts"];

/** The path of the workflow bundle. From source it is rebuilt when any of its files is newer. */
export const freshWorkflowBundle = async (): Promise<string> => {
  if (isSource && !isFresh()) await buildWorkflowBundle(pathTo("../../workflows.ts"), WORKFLOW_BUNDLE);
  return WORKFLOW_BUNDLE;
};

export const buildWorkflowBundle = async (workflowsPath: string, outFile: string): Promise<void> => {
  const logger = { log: () => undefined, trace: () => undefined, debug: () => undefined, info: () => undefined };
  const failures: string[] = [];
  const note = (message: string): void => {
    failures.push(message);
  };
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: { ...logger, warn: note, error: note } });
  if (failures.length > 0) throw new Error(`the workflows cannot be bundled:\n${failures.join("\n")}`);
  await mkdir(dirname(outFile), { recursive: true });
  // Atomic rename: a worker that starts at this moment reads either the old or the new file.
  const partial = `${outFile}.${process.pid}.partial`;
  await writeFile(partial, code);
  await rename(partial, outFile);
};

const isFresh = (): boolean => {
  if (!existsSync(WORKFLOW_BUNDLE)) return false;
  const builtMs = statSync(WORKFLOW_BUNDLE).mtimeMs;
  return globSync(SOURCES, { cwd: pathTo("../..") }).every(
    (file) => statSync(pathTo(`../../${file}`)).mtimeMs < builtMs,
  );
};
