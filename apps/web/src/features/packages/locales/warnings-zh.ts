/** Warnings of the estimate of a package, by their codes. */
export const packageWarningWords = {
  warnings: {
    no_samples: "没有可打包的样本。",
    too_many_samples: "一个数据包最多有 {{limit}} 个样本。",
    too_many_shards: "一个数据包最多有 {{limit}} 个分片：请选择更大的分片。",
    compressed_clips: "片段本身已压缩：再压缩分片节省不多，而且无法随机读取。",
    samples_larger_than_shards: "部分样本大于分片大小：每个这样的样本单独成为一个分片。",
    clips_named_mp4: "片段将使用扩展名 mp4：如果是其他类型，请用 webm、jpg 等扩展名命名该列。",
    missing_texts: "MDS 没有缺失的文本：样本没有文本（例如没有描述）时，写入空文本。",
  },
};
