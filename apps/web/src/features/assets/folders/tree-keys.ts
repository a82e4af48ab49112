/** Where a key leads in a list of rows; undefined for a key that does not walk. */
export const rowAfterKey = (key: string, index: number, count: number): number | undefined => {
  switch (key) {
    case "ArrowDown":
      return Math.min(count - 1, index + 1);
    case "ArrowUp":
      return Math.max(0, index - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
};
