/**
 * The first screen, which needs nothing but the page and a small stylesheet. The application's own styles come after it
 * in the page: browsers show what is above them while they load, and run no script before they have.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const SOURCE = "/src/app/shell.css";
const STYLES = /\s*<link rel="stylesheet"[^>]*>/g;
/** How Vite's helper adds the styles of a part that is loaded later. */
const INTO_HEAD = "document.head.appendChild(";

export function shell(): Plugin {
  const css = readFileSync(join(import.meta.dirname, "..", SOURCE), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  const hash = createHash("sha256").update(css).digest("base64url").slice(0, 8);
  const fileName = `assets/shell-${hash}.css`;
  let isBuild = true;
  return {
    name: "shell",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    // Later styles must come after the application's, which are in the body: rules of the same weight are decided by that.
    renderChunk: (code) =>
      code.includes(INTO_HEAD) ? { code: code.replaceAll(INTO_HEAD, "document.body.appendChild("), map: null } : null,
    generateBundle(_, bundle) {
      this.emitFile({ type: "asset", fileName, source: css });
      const scripts = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.code : []));
      if (
        scripts.some((code) => code.includes(INTO_HEAD)) ||
        !scripts.some((code) => code.includes("body.appendChild("))
      )
        this.error("Styles that are loaded later would come before the application's.");
    },
    transformIndexHtml: {
      order: "post",
      handler(page) {
        const later = page.match(STYLES) ?? [];
        const first = `<link rel="stylesheet" href="/${isBuild ? fileName : SOURCE.slice(1)}">`;
        return page
          .replace(STYLES, "")
          .replace("<title>", `${first}\n    <title>`)
          .replace(/\s*<\/body>/, `${later.join("")}\n  </body>`);
      },
    },
  };
}
