/**
 * Loaded with `--require` by the servers and commands of `e2e`, as `passwords.ts` is by tests: hashes passwords with less
 * work than in production. Plain JavaScript, because it is loaded at every start.
 */
const crypto = require("node:crypto");
const { syncBuiltinESMExports } = require("node:module");

/** The minimum that argon2 accepts. */
const LEAST = { memory: 8, passes: 1, parallelism: 1 };

const { argon2 } = crypto;
crypto.argon2 = (algorithm, parameters, callback) => argon2(algorithm, { ...parameters, ...LEAST }, callback);
syncBuiltinESMExports();
