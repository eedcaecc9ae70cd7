/** What `parley follow` refuses before it asks anybody anything. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { installation, parley } from "../testing.ts";

test("addresses, keys and options that make no sense are refused", async (t) => {
  const { directory, env } = installation(t);
  const file = (name: string, content: string) => {
    writeFileSync(join(directory, name), content);
    return ["--key-file", join(directory, name)];
  };
  const refused = async (args: readonly string[], message: RegExp, code = 1) => {
    const outcome = await parley(env, ["follow", ...args]);
    assert.match(outcome.stderr, message);
    assert.equal(outcome.code, code, outcome.stderr);
    assert.doesNotMatch(outcome.stdout + outcome.stderr, /s3cret/);
  };
  const site = "http://127.0.0.1:9";
  const good = file("good", `[api]\nemail=ada@example.com\nkey=s3cret\nsite=${site}\n`);
  await refused([], /Give the address of the other server/, 2);
  await refused(["ftp://chat.example.com"], /Give an address such as/, 2);
  await refused(["https://ada:s@chat.example.com"], /Give an address such as/, 2);
  await refused([site], /Give --key-file/, 2);
  await refused([site, ...good, "--once", "--compare"], /Give only one of/, 2);
  await refused([site, "--key-file", join(directory, "missing")], /no such file/);
  await refused([site, ...file("empty", "")], /has no email address and key/);
  await refused([site, ...file("section", "[bot]\nemail=a@example.com\nkey=s3cret\n")], /has no email address and key/);
  await refused(["https://chat.example.com", ...good], /has a key for another server/);
  await refused(["--end"], /Nothing is followed here/);
});
