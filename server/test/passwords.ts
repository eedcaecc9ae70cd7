/**
 * Loaded first by every process of tests: passwords are hashed with less work than the server asks for. A real hash takes
 * 64 MiB and up to 0.3 s of a core, by intention, and few tests look at that: they ask for `hashesForReal`. What is
 * stored says the real parameters all the same, and the servers of `e2e` know nothing of this.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import type { TestContext } from "node:test";

/** The least that argon2 accepts. */
const LEAST = { memory: 8, passes: 1, parallelism: 1 };

const { argon2 } = crypto;
let isReal = false;

crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, isReal ? parameters : { ...parameters, ...LEAST }, callback);
syncBuiltinESMExports();

/** Until the end of the test. What was hashed before is not verified any more. */
export function hashesForReal(t: TestContext): void {
  isReal = true;
  t.after(() => {
    isReal = false;
  });
}
