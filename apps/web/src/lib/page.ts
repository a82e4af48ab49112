/** Leaving the document, in one place that a test can stand in for. */
export const page = {
  load: (address: string): void => window.location.assign(address),
  reload: (): void => window.location.reload(),
};
