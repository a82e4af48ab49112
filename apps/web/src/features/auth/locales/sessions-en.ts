export const sessionsWords = {
  title: "My sessions",
  hint: "All browsers signed in to your account. End any session that you do not recognise.",
  since: "Signed in",
  lastUse: "Last used",
  thisOne: "This session",
  end: "End",
  endNamed: "End the session on {{device}}",
  endOthers: "End all other sessions",
  endOthersTitle: "End all other sessions?",
  endOthersHint: "Those browsers have to sign in again. This session continues.",
  failed: "Your sessions could not be loaded",
} as const;
