/** One part of the check of an installation, for example after a restore. Memory does not grow with the installation. */
export interface InstallationCheck {
  readonly name: string;
  /** Yields one sentence for each fault and returns what was checked, such as "120 entries". */
  readonly run: () => AsyncGenerator<string, string>;
}

export const countOf = (n: number, thing: string, things = `${thing}s`): string =>
  `${n.toLocaleString("en-US")} ${n === 1 ? thing : things}`;
