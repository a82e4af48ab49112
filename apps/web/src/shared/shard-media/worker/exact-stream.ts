interface ExactStream {
  readonly source: ReadableStream<Uint8Array>;
  readonly sizeBytes: number;
  readonly onBytes: (bytes: number) => void;
  /** Called once, however the stream ended. */
  readonly onEnd: () => void;
  readonly onCancel: () => void;
}

/** Passes exactly this many bytes: a response that is shorter or longer than announced fails instead of being played. */
export const passExactly = ({
  source,
  sizeBytes,
  onBytes,
  onEnd,
  onCancel,
}: ExactStream): ReadableStream<Uint8Array> => {
  const reader = source.getReader();
  let passedBytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        passedBytes += value?.length ?? 0;
        if (passedBytes > sizeBytes || (done && passedBytes < sizeBytes))
          throw new TypeError("storage sent another number of bytes");
        if (done) {
          onEnd();
          controller.close();
          return;
        }
        onBytes(value.length);
        controller.enqueue(value);
      } catch (error) {
        onEnd();
        controller.error(error);
      }
    },
    async cancel(reason) {
      onCancel();
      onEnd();
      await reader.cancel(reason);
    },
  });
};
