import assert from "node:assert/strict";
import { it } from "node:test";
import { readConfig } from "../config.ts";
import { ConfigError } from "../config-values.ts";
import { metricsReaders } from "./readers.ts";

const TOKEN = "correct-horse-battery";

const readers = (env: NodeJS.ProcessEnv) => {
  const mayRead = metricsReaders(readConfig(env));
  return (ip: string, headers: Record<string, string> = {}) => mayRead({ ip, headers });
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

it("the machine itself can read the metrics, and nobody else", () => {
  const mayRead = readers({});
  for (const ip of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"]) assert.equal(mayRead(ip), true, ip);
  for (const ip of ["10.0.0.1", "203.0.113.7", "::2", "::ffff:10.0.0.1", ""]) assert.equal(mayRead(ip), false, ip);
  assert.equal(mayRead("10.0.0.1", bearer("undefined")), false);
  assert.equal(mayRead("10.0.0.1", bearer("")), false);
});

it("so can listed addresses and networks", () => {
  const mayRead = readers({ PARLEY_METRICS_ALLOW: "10.1.0.0/16, 203.0.113.7,2001:db8::/32" });
  for (const ip of ["10.1.2.3", "::ffff:10.1.2.3", "203.0.113.7", "2001:db8::5", "127.0.0.1"])
    assert.equal(mayRead(ip), true, ip);
  for (const ip of ["10.2.0.1", "203.0.113.8", "::ffff:10.2.0.1", "2001:db9::1"]) assert.equal(mayRead(ip), false, ip);
});

it("the zone of a link-local address does not matter, and cannot be listed", () => {
  const mayRead = readers({ PARLEY_METRICS_ALLOW: "fe80::1" });
  assert.deepEqual([mayRead("fe80::1%eth0"), mayRead("fe80::1"), mayRead("fe80::2%eth0")], [true, true, false]);
  for (const name of ["PARLEY_METRICS_ALLOW", "PARLEY_TRUSTED_PROXIES", "PARLEY_OUTGOING_ALLOW"])
    for (const address of ["fe80::1%eth0", "fe80::%eth0/64"])
      assert.throws(() => readConfig({ [name]: address }), {
        message: `${name}: write ${address} without its zone (%).`,
      });
});

it("so can whoever has the token, from anywhere", () => {
  const mayRead = readers({ PARLEY_METRICS_TOKEN: TOKEN });
  assert.equal(mayRead("203.0.113.7", bearer(TOKEN)), true);
  assert.equal(mayRead("203.0.113.7", { authorization: `bearer ${TOKEN}` }), true);
  assert.equal(mayRead("203.0.113.7", { ...bearer(TOKEN), "x-forwarded-for": "198.51.100.1" }), true);
  for (const given of [`${TOKEN}x`, TOKEN.slice(1), "", TOKEN.toUpperCase()])
    assert.equal(mayRead("203.0.113.7", bearer(given)), false, given);
  assert.equal(mayRead("203.0.113.7", { authorization: `Basic ${TOKEN}` }), false);
  assert.equal(mayRead("203.0.113.7"), false);
});

it("what an undeclared proxy passes on is not judged by its address", () => {
  const forwarded = { "x-forwarded-for": "203.0.113.7" };
  const undeclared = readers({ PARLEY_METRICS_ALLOW: "10.1.0.0/16" });
  assert.deepEqual([undeclared("127.0.0.1", forwarded), undeclared("10.1.0.1", forwarded)], [false, false]);
  const declared = readers({ PARLEY_METRICS_ALLOW: "10.1.0.0/16", PARLEY_TRUSTED_PROXIES: "127.0.0.1" });
  assert.equal(declared("10.1.0.1", forwarded), true);
});

it("a token that could be guessed, or an address that is none, stops the start without being repeated", () => {
  for (const [env, sentence] of [
    [{ PARLEY_METRICS_TOKEN: "hunter2" }, /PARLEY_METRICS_TOKEN must have at least 16/],
    [{ PARLEY_METRICS_TOKEN: "hunter2 and some more" }, /no spaces/],
  ] as const)
    assert.throws(
      () => readConfig(env),
      (error: Error) =>
        error instanceof ConfigError && sentence.test(error.message) && !error.message.includes("hunter2"),
    );
  assert.throws(() => readConfig({ PARLEY_METRICS_ALLOW: "everyone" }), /PARLEY_METRICS_ALLOW: everyone is not/);
});
