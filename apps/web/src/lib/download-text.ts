/** Downloads a text as a file, without a request. */
export const downloadText = (name: string, text: string, mime: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: mime }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};
