export const homeWords = {
  greeting: "Good to see you, {{name}}",
  waiting: {
    title: "Your queue",
    noPassword: "You have no password yet",
    noPasswordHint: "Until you set one, every sign-in needs a code by mail.",
    setPassword: "Set a password",
    nothing: "Nothing waits for you",
    nothingHint: "Label tasks, evaluations and approvals that need you will stand here once those screens are built.",
  },
  places: {
    title: "Where you can go",
    root: "Console",
    none: "Also",
    v1: "Version 1.0",
    platform: "Platform admin",
    notBuilt: "Not built yet",
  },
  changes: {
    title: "What changed",
    nothing: "No release notes yet",
    nothingHint: "Changes stand here from the first release on.",
    unreleased: "Not yet released",
  },
} as const;
