/** The built command line; see `main.ts`. A server does not load the other commands. */
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { returnFreedMemory } from "./memory.ts";

if (process.argv[2] === "serve") returnFreedMemory();
enableCompileCache({ directory: join(import.meta.dirname, ".compiled"), portable: true });
await (process.argv[2] === "serve" ? import("../../src/main.ts") : import("../../src/cli/parley.ts"));
