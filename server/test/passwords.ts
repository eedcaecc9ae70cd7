/**
 * Loaded first in every test process: hashes passwords with less work than in production. A real hash takes 64 MiB and
 * up to 0.3 s by design; the few tests about that call `hashesForReal`. The stored parameters are the real ones all the
 * same. The servers of `e2e` load `cheap-passwords.cjs` instead.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import type { TestContext } from "node:test";

/** The minimum that argon2 accepts. */
const LEAST = { memory: 8, passes: 1, parallelism: 1 };

const { argon2 } = crypto;
let isReal = false;

crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, isReal ? parameters : { ...parameters, ...LEAST }, callback);
syncBuiltinESMExports();

/** Uses real hashes until the end of the test. Earlier hashes are no longer verified. */
export function hashesForReal(t: TestContext): void {
  isReal = true;
  t.after(() => {
    isReal = false;
  });
}
