/**
 * Begins to load what the first view needs while the first script is still on its way. Only the browser knows the
 * fragment, and the policy allows no script in the page, so this is a small file of its own.
 */
import { createHash } from "node:crypto";
import type { Plugin, Rolldown } from "vite";

const PAGE = "index.html";
/** Conversations need it at once. Other views need it later: on a slow line it must not come with the first script. */
const SECOND = "second";
const CONVERSATION = "/^#(?:narrow|feed)\\b/";

export function ahead(): Plugin {
  return {
    name: "ahead",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const page = bundle[PAGE];
        if (page?.type !== "asset") throw new Error("There is no page.");
        const source = scriptFor(neededBySecond(bundle));
        const fileName = `assets/ahead-${createHash("sha256").update(source).digest("base64url").slice(0, 8)}.js`;
        this.emitFile({ type: "asset", fileName, source });
        page.source = String(page.source).replace(
          "</title>",
          `</title>\n    <script src="/${fileName}" async></script>`,
        );
      },
    },
  };
}

/** The second script and what it imports, beside what the page itself loads. */
function neededBySecond(bundle: Rolldown.OutputBundle): readonly string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const second = chunks.find(({ name }) => name === SECOND);
  if (!second) throw new Error(`There is no script ${SECOND}.`);
  const first = new Set(chunks.flatMap((chunk) => (chunk.isEntry ? [chunk.fileName, ...chunk.imports] : [])));
  return [second.fileName, ...second.imports].filter((name) => !first.has(name)).map((name) => `/${name}`);
}

const scriptFor = (addresses: readonly string[]): string =>
  `if (${CONVERSATION}.test(location.hash))
  for (const href of ${JSON.stringify(addresses)})
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
`;
