/**
 * The built server. What V8 compiles is kept beside it, so that the next start need not compile it again, also where the
 * directory was moved to.
 */
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { returnFreedMemory } from "./memory.ts";

returnFreedMemory();
enableCompileCache({ directory: join(import.meta.dirname, ".compiled"), portable: true });
await import("../../src/main.ts");
