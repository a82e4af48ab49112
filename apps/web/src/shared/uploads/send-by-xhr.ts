import type { Send } from "@dailies/uploader/types";

/** Uses XMLHttpRequest, because `fetch` cannot report upload progress. */
export const sendByXhr: Send = ({ url, headers, body, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    const end = (settle: () => void) => (): void => {
      signal.removeEventListener("abort", stop);
      settle();
    };
    request.open("PUT", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded }) => onProgress(loaded));
    request.addEventListener(
      "load",
      end(() => resolve({ status: request.status })),
    );
    request.addEventListener(
      "error",
      end(() => reject(new TypeError("storage cannot be reached"))),
    );
    request.addEventListener(
      "abort",
      end(() => reject(signal.reason)),
    );
    signal.addEventListener("abort", stop, { once: true });
    request.send(body);
  });
