/** The built server. What V8 compiles is kept beside it, so that the next start need not compile it again. */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

enableCompileCache(join(import.meta.dirname, ".compiled"));
await import("../../src/main.ts");
