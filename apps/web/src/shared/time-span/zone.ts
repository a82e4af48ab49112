/** The user's time zone by name: "Europe/Berlin". An offset would be wrong for half of the year's rows. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
