/** What a server takes that has nothing to do. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { START_OPTIONS } from "../server/build/compile-ahead.ts";
import { newServer, type Server } from "./support/server.ts";

const isLinux = existsSync("/proc/self/status");

/**
 * The target is 120 MB, which it reaches when V8 has given back what only the start needed, in one to two minutes. A test does
 * not wait for that, and other versions of the C library and of the kernel take a little more.
 */
const MOST_MEGABYTES = 145;

function residentMegabytes({ pid }: Server): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

test(`a server that has just started takes at most ${MOST_MEGABYTES} MB`, { skip: !isLinux }, async (t) => {
  const server = await newServer(t, "sqlite", { NODE_OPTIONS: START_OPTIONS.join(" ") });
  const megabytes = residentMegabytes(server);
  assert.ok(megabytes > 20, "the server itself is measured");
  assert.ok(megabytes <= MOST_MEGABYTES, `${megabytes.toFixed(1)} MB`);
});

test("a server without pictures does not load the library for them", { skip: !isLinux }, async (t) => {
  const server = await newServer(t, "sqlite");
  const mapped = () => /libvips/.test(readFileSync(`/proc/${server.pid}/maps`, "utf8"));
  assert.equal(mapped(), false);
  const icon = await fetch(`${server.address}/static/icon.png`);
  assert.equal(icon.headers.get("content-type"), "image/png");
  assert.equal((await icon.bytes())[1], "P".charCodeAt(0));
  assert.equal(mapped(), true);
});
