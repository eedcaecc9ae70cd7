import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceIn } from "./device.ts";

test("the browser and system are recognised from the user agent", () => {
  assert.equal(deviceIn("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"), "Firefox, Linux");
  const chrome =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
  assert.equal(deviceIn(chrome), "Chrome, Windows");
  assert.equal(deviceIn(`${chrome} Edg/140.0`), "Edge, Windows");
  assert.equal(deviceIn("curl/8.0"), undefined);
});
