/** Leaves out the older formats of KaTeX's fonts: every browser that the client is built for reads WOFF2, which comes first. */
import type { Plugin } from "vite";

const STYLES = /\/katex\/dist\/katex(?:\.min)?\.css$/;
const OLDER = /,\s*url\([^)]+\)\s*format\("(?:woff|truetype)"\)/g;

export function newestFonts(): Plugin {
  return {
    name: "newest-fonts",
    enforce: "pre",
    transform: (code, id) => (STYLES.test(id) ? { code: code.replace(OLDER, ""), map: null } : undefined),
  };
}
