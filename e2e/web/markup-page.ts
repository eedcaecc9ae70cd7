/**
 * A page with only the modules that make rendered HTML safe, under the product's policy. It serves images and
 * recordings, and records every other request, because there should be none.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build, type Rolldown } from "vite";
import { applicationSecurityPolicy } from "../../server/src/kernel/http/web-client.ts";
import { slimContract } from "../../web/build/contract.ts";
import type { Lifetime } from "../support/server.ts";

const WEB = fileURLToPath(import.meta.resolve("../../web/src/"));
const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".ttf": "font/ttf",
};
const PAGE = (files: readonly string[]) =>
  `<!doctype html><html lang="en"><meta id="react-aria-pressable-style"><title>Markup</title>${files
    .map((file) =>
      file.endsWith(".css")
        ? `<link rel="stylesheet" href="/${file}">`
        : `<script type="module" src="/${file}"></script>`,
    )
    .join("")}<body></body></html>`;
const MEDIA = /^\/(?:user_uploads|user_avatars|external_content|static|emoji)\//;
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

export interface MarkupPage {
  readonly address: string;
  /** Requests for anything but our files. */
  readonly surprises: string[];
}

/** `entry` is the page's only module, below `web/src`. */
export async function serveMarkup(t: Lifetime, entry = "markup/testing.ts"): Promise<MarkupPage> {
  const files = await bundle(`${WEB}${entry}`);
  const surprises: string[] = [];
  const entries = [...files.keys()].filter((name) => /^markup\.(?:js|css)$/.test(name));
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://here").pathname;
    const file = files.get(path.slice(1));
    if (path === "/") {
      response.setHeader("content-security-policy", applicationSecurityPolicy({ enable_gravatar: false }));
      response.setHeader("content-type", "text/html; charset=utf-8").end(PAGE(entries));
    } else if (file !== undefined) response.setHeader("content-type", TYPES[extname(path)] ?? "").end(file);
    else if (MEDIA.test(path)) response.setHeader("content-type", "image/gif").end(PIXEL);
    else {
      if (path !== "/favicon.ico") surprises.push(path);
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => new Promise((resolve) => void server.close(resolve)));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, surprises };
}

async function bundle(entry: string): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const { NODE_ENV: mode } = process.env;
  const built = (await build({
    configFile: false,
    logLevel: "error",
    plugins: [slimContract(), react()],
    build: {
      write: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { markup: entry },
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" },
      },
    },
  })) as Rolldown.RolldownOutput;
  // The build has set it, also for the tests that come later in this process.
  if (mode === undefined) delete process.env.NODE_ENV;
  return new Map(built.output.map((part) => [part.fileName, part.type === "chunk" ? part.code : part.source]));
}
