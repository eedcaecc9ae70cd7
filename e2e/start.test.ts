/** What a server takes that has nothing to do. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { START_OPTIONS } from "../server/build/compile-ahead.ts";
import { newServer, type Server } from "./support/server.ts";

const isLinux = existsSync("/proc/self/status");

/** The target is 120 MB; the rest is for other versions of the C library and of the kernel. */
const MOST_MEGABYTES = 130;

function residentMegabytes({ pid }: Server): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

test(`an idle server takes at most ${MOST_MEGABYTES} MB`, { skip: !isLinux }, async (t) => {
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
