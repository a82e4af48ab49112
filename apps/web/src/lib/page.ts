/** Navigation away from the document, wrapped so that tests can mock it. */
export const page = {
  load: (address: string): void => window.location.assign(address),
  reload: (): void => window.location.reload(),
};
