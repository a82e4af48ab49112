/** The shell's environment for child processes; no value is read from it here. */
export const inherited = (): NodeJS.ProcessEnv => process.env;
