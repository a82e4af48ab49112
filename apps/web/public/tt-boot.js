// The only Trusted Types policy of the page: a string that could become an element is refused.
window.trustedTypes?.createPolicy("default", {
  createHTML: (text) => {
    if (/[<&]/.test(text)) throw new TypeError("HTML from a string is refused");
    return text;
  },
  // A worker is a script of our own build, or none.
  createScriptURL: (address) => {
    const { origin, pathname } = new URL(address, location.href);
    const isOurs = origin === location.origin && (pathname.startsWith("/assets/") || pathname === "/shard-worker.js");
    if (!isOurs) throw new TypeError("this script is refused");
    return address;
  },
});

// The page may evaluate no strings; told so before it loads, zod does not try, and no violation is reported.
globalThis.__zod_globalConfig = { jitless: true };
