let loading: Promise<ReadonlySet<string>> | undefined;

/** Some 42,000 passwords that are tried first; read when the first password is set, not at start. */
export const loadCommonPasswords = (): Promise<ReadonlySet<string>> => {
  loading ??= import("./common-passwords.json", { with: { type: "json" } }).then(
    (file) => new Set(file.default.split("\n")),
  );
  return loading;
};
