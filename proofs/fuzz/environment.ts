/** The shell's environment for programs we start; nothing here is read from it. */
export const inherited = (): NodeJS.ProcessEnv => process.env;
