/** Warnings of the estimate of a package, by their codes. */
export const packageWarningWords = {
  warnings: {
    no_samples: "No item is left to pack.",
    too_many_samples: "A package has at most {{limit}} samples.",
    too_many_shards: "A package has at most {{limit}} shards: choose larger ones.",
    compressed_clips:
      "Clips are compressed already: compressing the shards again saves little, and they cannot be read at random.",
    samples_larger_than_shards: "Some samples are larger than a shard: each of them gets a shard of its own.",
    clips_named_mp4:
      "Clips get the extension mp4: name their column after another one, such as webm or jpg, if they are that.",
    missing_texts:
      "MDS has no missing text: where an item has none, for example no caption, the sample has an empty text.",
  },
};
