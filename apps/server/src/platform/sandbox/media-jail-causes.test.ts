import { describe, expect, it } from "vitest";
import { explainJailFault } from "./media-jail-causes.ts";

describe("the reason why no media can be checked", () => {
  it.each([
    [
      "bwrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces.",
      "user namespaces are refused: start the container with the seccomp profile",
    ],
    ["bwrap: setting up uid map: Permission denied", "the host restricts user namespaces"],
    ["bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted", "the host restricts user namespaces"],
    ["bwrap: Failed to make / slave: Permission denied", "mounts are refused in user namespaces"],
    ["bwrap: Can't find source path /usr/bin/ffprobe: No such file or directory", "ffmpeg is not installed"],
    ["/usr/bin/nice: '/usr/bin/bwrap': No such file or directory", "bubblewrap is not installed"],
  ])("names what the host lacks when it is told: %s", (said, cause) => {
    expect(explainJailFault(said)).toContain(cause);
    expect(explainJailFault(said)).toContain(said.slice(0, 40));
  });

  it("is the first line as it stands when nobody knows what it means", () => {
    expect(explainJailFault("bwrap: out of luck\nand more")).toBe("bwrap: out of luck");
  });
});
