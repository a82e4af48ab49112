export const homeWords = {
  greeting: "Welcome, {{name}}",
  waiting: {
    title: "Your queue",
    noPassword: "You have no password yet",
    noPasswordHint: "Until you set one, each sign-in requires a one-time code.",
    setPassword: "Set a password",
    nothing: "Your queue is empty",
    nothingHint: "Label tasks, evaluations and approvals assigned to you appear here once those screens are available.",
  },
  places: {
    title: "Screens",
    root: "Console",
    none: "Other",
    v1: "Version 1.0",
    platform: "Platform admin",
    notBuilt: "Not available yet",
  },
  changes: {
    title: "Release notes",
    nothing: "No release notes yet",
    nothingHint: "Release notes appear here from the first release on.",
    unreleased: "Unreleased",
  },
} as const;
