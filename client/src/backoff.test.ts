import assert from "node:assert/strict";
import { test } from "node:test";
import { Backoff, pause } from "./backoff.ts";
import { ConnectionError, RequestError } from "./connection.ts";
import { StreamEnded } from "./transports/ended.ts";

const lost = new ConnectionError("The server did not answer.");

test("delays grow with each failure, up to 30 seconds, and start over after a success", () => {
  const backoff = new Backoff();
  for (let failure = 0; failure < 40; failure++) {
    const longest = Math.min(200 * 2 ** failure, 30_000);
    const ms = backoff.after(lost);
    assert.ok(ms >= longest / 2 && ms <= longest, `${ms} ms after failure ${failure}`);
  }
  backoff.reset();
  assert.ok(backoff.after(lost) <= 200);
});

test("clients wait for different times", () => {
  assert.ok(new Set(Array.from({ length: 20 }, () => new Backoff().after(lost))).size > 10);
});

test("the delay is at least what the server asks for", () => {
  const limited = new RequestError(429, { code: "RATE_LIMIT_HIT", msg: "", "retry-after": 28.7 });
  const behindProxy = new ConnectionError("", { retryAfterMs: 5000 });
  const ended = new StreamEnded({ code: "STREAM_RESTART", msg: "", retry_ms: 1000 });
  for (const [error, asked] of [
    [limited, 28_700],
    [behindProxy, 5000],
    [ended, 1000],
  ] as const) {
    const ms = new Backoff().after(error);
    assert.ok(ms >= asked && ms <= asked * 1.5, `${ms} ms for ${asked}`);
  }
});

test("aborting ends a pause", async () => {
  const controller = new AbortController();
  const pausing = pause(60_000, controller.signal);
  controller.abort();
  await pausing;
  await pause(60_000, controller.signal);
});
