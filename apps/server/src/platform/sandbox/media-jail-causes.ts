/** What a host or a container lacks, by what bubblewrap and its starter say when the sandbox cannot be created. */
const CAUSES: readonly (readonly [said: RegExp, cause: string])[] = [
  [/bwrap\S*: No such file|ENOENT/, "bubblewrap is not installed"],
  [/execvp \S+ff(?:mpeg|probe)|source path \S+ff(?:mpeg|probe)/, "ffmpeg is not installed"],
  [
    /No permissions to creat|Creating new namespace failed/,
    "user namespaces are refused: start the container with the seccomp profile ops/images/seccomp.json and allow them on its host",
  ],
  [/uid map|gid map|RTM_NEWADDR/, "the host restricts user namespaces, as AppArmor does: allow them to bubblewrap"],
  [
    /Failed to m|Can't (?:re)?mount|Unable to mount|pivot_root/,
    "mounts are refused in user namespaces: start the container with the seccomp profile ops/images/seccomp.json",
  ],
];
const MAX_SAID_LENGTH = 120;

/** In words for the operator, with the first line of what was said. */
export const explainJailFault = (said: string): string => {
  const line = said.split("\n", 1)[0]?.slice(0, MAX_SAID_LENGTH) ?? "";
  const cause = CAUSES.find(([pattern]) => pattern.test(line))?.[1];
  return cause === undefined ? line : `${cause} (${line})`;
};
