/** What a run of the journeys is aimed at; made by `run.ts`, read by every journey. */
export interface Run {
  readonly origin: string;
  readonly databaseUrl: string;
  readonly mailApiUrl: string;
  readonly performerUrl: string;
}

const RUN_VARIABLE = "DAILIES_E2E_RUN";

/** Whether others work on this machine meanwhile: a time measured there says little. */
export const isSharedMachine = (): boolean => process.env.CI !== undefined;

export const environmentWith = (run: Run): NodeJS.ProcessEnv => ({
  ...process.env,
  [RUN_VARIABLE]: JSON.stringify(run),
});

export const currentRun = (): Run => {
  const written = process.env[RUN_VARIABLE];
  if (!written) throw new Error("nothing is running to look at: start the journeys with pnpm e2e");
  return JSON.parse(written) as Run;
};

/** How many dialogs are opened and clicked at once; DAILIES_DIALOG_OPENINGS=200 is the proof, fewer are the reminder. */
export const dialogOpenings = (): number => Number(process.env.DAILIES_DIALOG_OPENINGS ?? 40);
