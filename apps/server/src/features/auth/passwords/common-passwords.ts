let loading: Promise<ReadonlySet<string>> | undefined;

/** About 42,000 of the most common passwords; loaded when the first password is set, not at startup. */
export const loadCommonPasswords = (): Promise<ReadonlySet<string>> => {
  loading ??= import("./common-passwords.json", { with: { type: "json" } }).then(
    (file) => new Set(file.default.split("\n")),
  );
  return loading;
};
