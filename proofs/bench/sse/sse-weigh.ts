// Loaded into both servers before their own code: on request it clears away what nobody holds and says what is left.
process.on("message", (order) => {
  if (order !== "weigh") return;
  // What a first collection lets go of may hold other things.
  for (let turn = 0; turn < 3; turn += 1) globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ heldBytes: heapUsed + external, residentBytes: rss });
});
