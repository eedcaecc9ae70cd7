import assert from "node:assert/strict";
import type { NetworkInterfaceInfo } from "node:os";
import { test } from "node:test";
import { reachInWords, reachOf } from "./addresses.ts";
import { startScreen } from "./screen.ts";

const address = (address: string, internal = false) => ({ address, internal, family: "IPv4" }) as NetworkInterfaceInfo;
const INTERFACES = { lo: [address("127.0.0.1", true)], eth0: [address("192.168.1.5")], vpn: [address("169.254.3.4")] };
const reach = (host: string, externalUrl?: string) => reachOf({ host, port: 9800, externalUrl }, INTERFACES);

test("on the loopback interface only this machine can open Parley, and the hint says how to let others in", () => {
  for (const host of ["127.0.0.1", "localhost", "::1"]) {
    const { here, network, warning, hint } = reach(host);
    assert.deepEqual([here, network, warning], ["http://localhost:9800", [], undefined]);
    assert.match(hint ?? "", /^(npm start --|parley serve) --host 0\.0\.0\.0 --url http:\/\/192\.168\.1\.5:9800$/);
  }
});

test("links that would lead other machines to themselves are warned of", () => {
  for (const url of [undefined, "http://localhost:9800", "http://127.0.0.1:9800"]) {
    const { here, network, warning } = reach("0.0.0.0", url);
    assert.deepEqual([here, network], ["http://localhost:9800", ["http://192.168.1.5:9800"]]);
    assert.match(
      warning ?? "",
      /Set PARLEY_URL to the address that others open, such as http:\/\/192\.168\.1\.5:9800\./,
    );
  }
  assert.match(reach("192.168.1.5").warning ?? "", /PARLEY_URL/);
  assert.equal(reach("192.168.1.5").here, undefined);
});

test("with PARLEY_URL there is nothing to warn of, also behind a proxy on this machine", () => {
  const url = "https://chat.example.com";
  assert.deepEqual(reach("0.0.0.0", url), {
    here: "http://localhost:9800",
    network: [url, "http://192.168.1.5:9800"],
  });
  assert.deepEqual(reach("127.0.0.1", url), { here: "http://localhost:9800", network: [url] });
  assert.equal(
    reachInWords(reach("127.0.0.1", url)),
    `Open Parley on this machine: http://localhost:9800; from other machines: ${url}`,
  );
});

test("the screen begins with the link that matters", () => {
  const facts = {
    version: "1.2.3",
    url: "http://localhost:9800",
    reach: reach("127.0.0.1"),
    dataDirectory: "/srv/data",
    sendsMail: false,
  };
  const setupLink = "http://localhost:9800/setup/?key=abc";
  const first = startScreen({ ...facts, setupLink });
  assert.ok(first.indexOf(setupLink) < first.indexOf("This machine"));
  assert.match(first, /Version +1\.2\.3\n/);
  assert.match(first, /Email +not sent/);
  const later = startScreen({ ...facts, setupLink: undefined, sendsMail: true });
  assert.match(later, /^\n {2}Parley is running\. Open it in a browser:\n\n {4}http:\/\/localhost:9800\n/);
  assert.doesNotMatch(later, /Email/);
});
