/** The built command line; see `main.ts`. */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

enableCompileCache(join(import.meta.dirname, ".compiled"));
await import("../../src/cli/parley.ts");
