/** Builds the service worker with its list of precached files, under its fixed name. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";
import { slimContract } from "./contract.ts";

const ENTRY = join(import.meta.dirname, "../src/service-worker/worker.ts");
const NAME = "service-worker.js";
/** Images and fonts are fetched when they are first shown; other workers serve settings, which need the server. */
const FETCHED_BEFOREHAND = /^(?!.*-worker-).*\.(?:js|css)$/;

/** Most people use one language: it is cached when it is first loaded. */
const isTranslation = (file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): boolean =>
  file?.type === "chunk" && /\/src\/text\/[a-z]+\/index\.ts$/.test(file.facadeModuleId ?? "");

export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const files = Object.keys(bundle).filter(
          (name) => FETCHED_BEFOREHAND.test(name) && !isTranslation(bundle[name]),
        );
        const hash = createHash("sha256");
        for (const name of Object.keys(bundle).sort()) {
          const file = bundle[name];
          hash.update(name).update(file?.type === "asset" ? file.source : (file?.code ?? ""));
        }
        const source = await worker({
          SHELL_FILES: files.sort().map((name) => `/${name}`),
          SHELL_VERSION: hash.digest("hex").slice(0, 16),
        });
        this.emitFile({ type: "asset", fileName: NAME, source });
      },
    },
  };
}

async function worker(known: Readonly<Record<string, unknown>>): Promise<string> {
  const define = Object.fromEntries(Object.entries(known).map(([name, value]) => [name, JSON.stringify(value)]));
  const built = await build({
    configFile: false,
    logLevel: "warn",
    plugins: [slimContract()],
    define,
    build: {
      write: false,
      target: "baseline-widely-available",
      modulePreload: false,
      rolldownOptions: { input: ENTRY, output: { format: "iife", codeSplitting: false } },
    },
  });
  const [output] = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  const [chunk] = output?.output ?? [];
  if (!chunk) throw new Error("The service worker was not built.");
  return chunk.code;
}
