import assert from "node:assert/strict";
import { test } from "node:test";
import { guardOf, isLoopbackHost, withoutBrackets } from "./addresses.ts";

const strict = guardOf({ allowed: [], allowsLoopback: () => false });
const atHome = guardOf({ allowed: [], allowsLoopback: () => true });
const open = guardOf({
  allowed: [
    "10.1.0.0/16",
    "192.168.7.7",
    "fd12:3456::/32",
    "169.254.0.0/16",
    "0.0.0.0/8",
    "fe80::/10",
    "100.64.0.0/10",
  ],
  allowsLoopback: () => false,
});

const LOOPBACK = ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "64:ff9b::127.0.0.1"];

/** Never allowed, whatever the operator lists. */
const NEVER = [
  "0.0.0.0",
  "0.1.2.3",
  "169.254.169.254",
  "169.254.0.1",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "224.0.0.1",
  "239.255.255.255",
  "255.255.255.255",
  "::",
  "fe80::1",
  "fe80::1%eth0",
  "febf::1",
  "ff02::1",
  "fd00:ec2::254",
  "fd20:ce::254",
  "::ffff:169.254.169.254",
  "::ffff:a9fe:a9fe",
  "0:0:0:0:0:ffff:a9fe:a9fe",
  "::ffff:0:169.254.169.254",
  "64:ff9b::169.254.169.254",
  "64:ff9b::a9fe:a9fe",
  "::ffff:0.0.0.0",
];

const PRIVATE = [
  "10.0.0.1",
  "10.255.255.255",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "100.64.0.1",
  "100.127.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "192.88.99.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "240.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:a00:1",
  "::ffff:0:10.0.0.1",
  "64:ff9b::10.0.0.1",
  "64:ff9b:1::10.0.0.1",
  "::10.0.0.1",
  "::7f00:1",
  "fc00::1",
  "fd12:9999::1",
  "fec0::1",
  "100::1",
  "2001::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "2001:db8::1",
  "2002:7f00:1::1",
  "2002:a9fe:a9fe::1",
  "3fff::1",
  "5f00::1",
];

const PUBLIC = [
  "1.1.1.1",
  "93.184.216.34",
  "172.15.255.255",
  "172.32.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "169.253.255.255",
  "198.17.0.1",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00:1450:4001:82a::200e",
  "2001:4860:4860::8888",
  "::ffff:1.1.1.1",
  "64:ff9b::1.1.1.1",
];

test("only public addresses can be called", () => {
  for (const address of [...NEVER, ...PRIVATE, ...LOOPBACK]) assert.equal(strict.permits(address), false, address);
  for (const address of PUBLIC) assert.equal(strict.permits(address), true, address);
  for (const text of ["", "localhost", "127.1", "0x7f000001", "2130706433", "0177.0.0.1", "1.1.1.1/8", "::g"])
    assert.equal(strict.permits(text), false, `${text} is no address`);
});

test("the operator can allow addresses and networks, but never link-local and metadata addresses", () => {
  for (const address of ["10.1.2.3", "::ffff:10.1.2.3", "192.168.7.7", "fd12:3456::9", "100.64.0.1", "1.1.1.1"])
    assert.equal(open.permits(address), true, address);
  for (const address of ["10.2.0.1", "192.168.7.8", "fd12:3457::9", "127.0.0.1", ...NEVER])
    assert.equal(open.permits(address), false, address);
});

test("a server on someone's own machine can call that machine, and nothing else nearby", () => {
  for (const address of LOOPBACK) assert.equal(atHome.permits(address), true, address);
  for (const address of [...NEVER, ...PRIVATE]) assert.equal(atHome.permits(address), false, address);
  for (const host of ["localhost", "chat.localhost", "LOCALHOST.", "127.0.0.1", "127.9.9.9", "[::1]"])
    assert.equal(isLoopbackHost(host), true, host);
  for (const host of ["localhost.example.com", "notlocalhost", "10.0.0.1", "[::2]", "chat.test"])
    assert.equal(isLoopbackHost(host), false, host);
});

test("every spelling of an address in a URL is treated the same", () => {
  const loopback = [
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://127.1/",
    "http://127.0.1/",
    "http://127.0.0.1./",
    "http://①②⑦.⓪.⓪.①/",
    "http://%31%32%37.0.0.1/",
    "http://user:secret@127.0.0.1/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::127.0.0.1]/",
    "http://0/",
    "http://0x0/",
  ];
  for (const url of loopback) {
    const host = withoutBrackets(new URL(url).hostname);
    assert.equal(strict.permits(host), false, `${url} is ${host}`);
  }
});
